import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ProjectContext } from '../../../src/core/context/request-context.ts';
import { createStorage } from '../../../src/core/storage/storage.ts';
import { readSeeds, seedsFolder } from '../../../src/seeds/files/files.ts';
import { loadSeeds } from '../../../src/seeds/service.ts';
import { idsIn, startMediaService } from '../../support/media.ts';
import type { TestProject } from '../../support/service.ts';
import { tester } from '../../support/actor.ts';

const { service, store } = await startMediaService();
const images = (await readSeeds()).filter(({ kind }) => kind === 'image').map(({ body }) => body);

interface Stored {
  file_name: string;
  url: string;
}

/** A folder of seeds that holds the pictures alone. */
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'galley-seeds-'));
  await cp(join(seedsFolder, 'images'), join(root, 'images'), { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Loads the pictures; `change` stands between the loader and the project. */
async function load({ id }: TestProject, change: (call: ProjectContext) => ProjectContext = (call) => call) {
  const calls = service.app.contextsOf(tester);
  const doors = { project: async () => change(await calls.project(id)), release: () => calls.release(id) };
  return loadSeeds(doors, 'all', { progress: () => undefined, root });
}

describe('the pictures of the seeds', () => {
  it.each([false, true])('are uploaded as they are described (private: %s)', async (privateMedia) => {
    const project = await service.newProject({ privateMedia });

    await load(project);

    expect(images.length).toBeGreaterThan(10);
    const stored = (await project.secret.get('/v1/media?limit=100')).body.data as Stored[];
    for (const image of images) {
      const found = stored.find(({ file_name }) => file_name === image['file_name']);
      expect(found).toMatchObject({ ...image, content_type: 'image/png', status: 'ready' });
      const served = Buffer.from(await (await fetch(found?.url ?? '')).arrayBuffer());
      expect(served.equals(readFileSync(join(root, 'images', String(image['file_name']))))).toBe(true);
    }
    expect(await project.events()).toEqual([]);
  });

  it('are uploaded once, however often', async () => {
    const project = await service.newProject();

    expect(await load(project)).toEqual({ loaded: images.length, skipped: 0 });
    expect(await load(project)).toEqual({ loaded: 0, skipped: images.length });

    expect(idsIn(await project.secret.get('/v1/media?limit=100'))).toHaveLength(images.length);
  });

  it('go on where an earlier load was cut short', async () => {
    const project = await service.newProject();
    let signed = 0;
    const failing = (call: ProjectContext): ProjectContext => ({
      ...call,
      storage: {
        ...call.storage,
        presignUpload(upload) {
          signed += 1;
          if (signed === 4) throw new Error('the machine was switched off');
          return call.storage.presignUpload(upload);
        },
      },
    });
    await expect(load(project, failing)).rejects.toThrow('switched off');

    expect(await load(project)).toEqual({ loaded: images.length - 3, skipped: 3 });
  });

  it('are sent to the address that the service knows, which clients need not reach', async () => {
    const project = await service.newProject();
    const storage = createStorage({ ...store.settings, publicEndpoint: 'http://127.0.0.1:9' });

    const { loaded } = await load(project, (call) => ({ ...call, storage }));

    expect(loaded).toBe(images.length);
  });

  it('are refused by the storage in plain words', async () => {
    const project = await service.newProject();
    const storage = createStorage({ ...store.settings, secretKey: 'another' });
    const signing = (call: ProjectContext): ProjectContext => ({
      ...call,
      storage: { ...call.storage, presignUpload: (upload) => storage.presignUpload(upload) },
    });

    await expect(load(project, signing)).rejects.toThrow(/The storage rejected \S+ \(HTTP 403\)/);
  });
});

describe('a list of pictures', () => {
  it.each<[string, unknown, string]>([
    [
      'an unknown key',
      [{ file_name: 'tern.png', alt: 'A', size: 5 }],
      'images/images.json:1 [0].size: There is no field "size"',
    ],
    [
      'a picture that is not there',
      [{ file_name: 'gone.png', alt: 'A' }],
      'the file images/gone.png is missing',
    ],
    ['another form', { file: 'a.png' }, 'images/images.json:1'],
    ['text of another form', [{ file_name: 'tern.png', alt: 5 }], 'images/images.json:1 [0].alt'],
  ])('with %s is refused by place', async (_, list, message) => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-seeds-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await cp(join(root, 'images'), join(folder, 'images'), { recursive: true });
    await writeFile(join(folder, 'images/images.json'), JSON.stringify(list));
    const { id } = await service.newProject();
    const calls = service.app.contextsOf(tester);
    const doors = { project: () => calls.project(id), release: () => calls.release(id) };

    await expect(loadSeeds(doors, 'all', { progress: () => undefined, root: folder })).rejects.toThrow(
      message,
    );
  });
});
