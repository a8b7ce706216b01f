import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeStorage } from '../../src/platform/storage/storage.ts';
import { seedsFolder } from '../../src/seeds/folders.ts';
import { seedImages } from '../../src/seeds/images.ts';
import { idsIn, startMediaService } from '../support/media.ts';

const { service, store } = await startMediaService();
const images = JSON.parse(readFileSync(join(seedsFolder, 'images/images.json'), 'utf8')) as {
  file: string;
  alt: string;
  width: number;
  height: number;
}[];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-seeds-'));
  await cp(join(seedsFolder, 'images'), join(folder, 'images'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the pictures of the seeds', () => {
  it.each([false, true])('are uploaded as they are described (private: %s)', async (privateMedia) => {
    const project = await service.newProject({ privateMedia });

    const ids = await seedImages(await service.app.openProject(project.id));

    expect([...ids.keys()]).toEqual(images.map(({ file }) => file));
    for (const { file, alt, width, height } of images) {
      const { body } = await project.secret.get(`/v1/media/${ids.get(file)}`);
      expect(body).toMatchObject({
        file_name: file,
        content_type: 'image/png',
        alt,
        width,
        height,
        status: 'ready',
      });
      const served = Buffer.from(await (await fetch(body.url)).arrayBuffer());
      expect(served.equals(readFileSync(join(seedsFolder, 'images', file)))).toBe(true);
    }
    expect(await project.events()).toEqual([]);
  });

  it('are uploaded once, however often', async () => {
    const project = await service.newProject();
    const call = await service.app.openProject(project.id);

    const first = await seedImages(call);
    const again = await seedImages(call);

    expect(again).toEqual(first);
    expect(idsIn(await project.secret.get('/v1/media?limit=100')).sort()).toEqual([...first.values()].sort());
  });

  it('go on where an earlier run was cut short', async () => {
    const project = await service.newProject();
    const call = await service.app.openProject(project.id);
    let signed = 0;
    const failing = {
      ...call.storage,
      presignUpload: (upload: Parameters<typeof call.storage.presignUpload>[0]) => {
        signed += 1;
        if (signed === 4) throw new Error('the machine was switched off');
        return call.storage.presignUpload(upload);
      },
    };
    await expect(seedImages({ ...call, storage: failing })).rejects.toThrow('switched off');

    const ids = await seedImages(call);

    expect(ids.size).toBe(images.length);
    expect(idsIn(await project.secret.get('/v1/media?limit=100'))).toHaveLength(images.length);
  });

  it('are sent to the address that the service knows, which clients need not reach', async () => {
    const project = await service.newProject();
    const call = await service.app.openProject(project.id);
    const storage = makeStorage({ ...store.settings, publicEndpoint: 'http://127.0.0.1:9' });

    expect((await seedImages({ ...call, storage })).size).toBe(images.length);
  });

  it.each<[string, unknown, string]>([
    ['an unknown key', [{ file: 'a.png', alt: 'A', size: 5 }], 'images/images.json:1 [0].size'],
    ['a picture that is not there', [{ file: 'gone.png', alt: 'A' }], 'there is no file images/gone.png'],
    ['no list', { file: 'a.png' }, 'expected a list of pictures'],
  ])('with %s are refused by place', async (_, list, message) => {
    await writeFile(join(folder, 'images/images.json'), JSON.stringify(list));
    const project = await service.newProject();

    const seeded = seedImages(await service.app.openProject(project.id), folder);

    await expect(seeded).rejects.toThrow(message);
  });
});
