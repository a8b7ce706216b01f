import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../../src/cli/program.ts';
import type { Asset } from '../../../src/content/media/schema.ts';
import { startMediaService, storeVariables } from '../../support/media.ts';
import { displayedSize, pictureFile, pictureFiles, wordyJpeg } from '../../support/picture-files.ts';
import { testVariables } from '../../support/service.ts';

const MONGODB_DB = `t_${randomUUID().slice(0, 13)}`;
const { service, store } = await startMediaService({ MONGODB_DB });
const env = testVariables({ ...storeVariables(store.settings), MONGODB_DB });
const folder = await mkdtemp(join(tmpdir(), 'galley-media-'));
afterAll(() => rm(folder, { recursive: true }));

/** Puts a file into the folder and uploads it. */
async function upload(project: string, name: string, bytes: Uint8Array | string, ...more: string[]) {
  await writeFile(join(folder, name), bytes);
  const args = ['media', 'upload', join(folder, name), '--project', project, ...more, '--json'];
  const { out, exitCode } = await runCommand(args, env, folder);
  return { exitCode, body: JSON.parse(out) as { media: Asset } };
}

describe('galley media upload', () => {
  it.each(pictureFiles)(
    'sends %s with its type and the dimensions in which it is displayed',
    async (name) => {
      const { id, secret } = await service.newProject();

      const { exitCode, body } = await upload(id, name, pictureFile(name));

      const type = `image/${name.replace(/.*\./, '').replace('jpg', 'jpeg')}`;
      const told = { file_name: name, content_type: type, status: 'ready', ...displayedSize(name) };
      expect([exitCode, body.media]).toEqual([0, expect.objectContaining(told)]);
      expect((await secret.get(`/v1/media/${body.media.id}`)).body).toEqual(body.media);
      const stored = await fetch(body.media.url ?? '');
      expect(Buffer.from(await stored.arrayBuffer()).equals(pictureFile(name))).toBe(true);
    },
  );

  it.each([
    ['a JPEG whose dimensions come behind 100 KB', 'wordy.jpg', wordyJpeg()],
    ['a picture that is cut off', 'cut.png', pictureFile('plain.png').subarray(0, 20)],
    ['a text that is called a picture', 'text.png', 'no picture'],
    ['a text', 'notes.txt', 'Notes'],
  ])('sends %s without dimensions', async (_, name, bytes) => {
    const { id } = await service.newProject();

    const { exitCode, body } = await upload(id, name, bytes);

    const told = { status: 'ready', size_bytes: bytes.length, width: null, height: null };
    expect([exitCode, body.media]).toEqual([0, expect.objectContaining(told)]);
  });

  it('takes a description, another name and a type, and puts private files where nobody reads them unsigned', async () => {
    const { id } = await service.newProject({ privateMedia: true });
    const more = ['--alt', 'A field', '--name', 'field.bin', '--type', 'Application/X-Field'];

    const { body } = await upload(id, 'f', 'bytes', ...more);

    const told = { alt: 'A field', file_name: 'field.bin', content_type: 'application/x-field' };
    expect(body.media).toMatchObject({ ...told, url_expires_at: expect.any(String) });
    const url = body.media.url ?? '';
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url.replace(/\?.*/, ''))).status).toBe(403);
  });

  it.each([
    ['nothing.png', 'invalid_parameter', 'file', []],
    ['a.png', 'invalid_file_name', 'file_name', ['--name', 'a/b.png']],
    ['a.png', 'invalid_media_type', 'content_type', ['--type', 'picture']],
    ['empty.png', 'invalid_field_value', 'size_bytes', []],
    ['a.png', 'invalid_field_value', 'alt', ['--alt', 'x'.repeat(10_000)]],
  ])('refuses %s as %s and names %s', async (name, code, param, more) => {
    const { id } = await service.newProject();
    await writeFile(join(folder, 'a.png'), pictureFile('plain.png'));
    await writeFile(join(folder, 'empty.png'), '');
    const args = ['media', 'upload', join(folder, name), '--project', id, ...more, '--json'];

    const { out, exitCode } = await runCommand(args, env, folder);

    expect([exitCode, JSON.parse(out).error]).toEqual([1, expect.objectContaining({ code, param })]);
  });
});
