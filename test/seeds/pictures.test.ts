import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectCall } from '../../src/platform/call.ts';
import { makeStorage } from '../../src/platform/storage/storage.ts';
import { loadImages } from '../../src/seeds/apply/images.ts';
import { Loading } from '../../src/seeds/apply/loading.ts';
import { readSeeds } from '../../src/seeds/files.ts';
import { seedsFolder } from '../../src/seeds/folders.ts';
import { idsIn, startMediaService } from '../support/media.ts';
import type { TestProject } from '../support/service.ts';
import { tester } from '../support/actor.ts';

const { service, store } = await startMediaService();
const { images } = await readSeeds();

/** Loads the pictures alone; `change` stands between the loader and the project. */
async function load({ id }: TestProject, change: (call: ProjectCall) => ProjectCall = (call) => call) {
  const calls = service.app.callsOf(tester);
  const doors = { project: async () => change(await calls.project(id)), release: () => calls.release(id) };
  const loading = await Loading.begin(doors, { progress: () => undefined, total: images.length });
  await loadImages(loading, images);
  return loading;
}

describe('the pictures of the seeds', () => {
  it.each([false, true])('are uploaded as they are described (private: %s)', async (privateMedia) => {
    const project = await service.newProject({ privateMedia });

    const loading = await load(project);

    expect(images.length).toBeGreaterThan(10);
    for (const { data, path } of images) {
      const { file, ...details } = data;
      const { body } = await project.secret.get(`/v1/media/${loading.mediaIdOf(file)}`);
      expect(body).toMatchObject({
        file_name: file,
        content_type: 'image/png',
        ...details,
        status: 'ready',
      });
      const served = Buffer.from(await (await fetch(body.url)).arrayBuffer());
      expect(served.equals(readFileSync(path))).toBe(true);
    }
    expect(await project.events()).toEqual([]);
  });

  it('are uploaded once, however often', async () => {
    const project = await service.newProject();

    expect((await load(project)).counted).toEqual({ loaded: images.length, kept: 0 });
    expect((await load(project)).counted).toEqual({ loaded: 0, kept: images.length });

    expect(idsIn(await project.secret.get('/v1/media?limit=100'))).toHaveLength(images.length);
  });

  it('go on where an earlier load was cut short', async () => {
    const project = await service.newProject();
    let signed = 0;
    const failing = (call: ProjectCall): ProjectCall => ({
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

    expect((await load(project)).counted).toEqual({ loaded: images.length - 3, kept: 3 });
  });

  it('are sent to the address that the service knows, which clients need not reach', async () => {
    const project = await service.newProject();
    const storage = makeStorage({ ...store.settings, publicEndpoint: 'http://127.0.0.1:9' });

    const loading = await load(project, (call) => ({ ...call, storage }));

    expect(loading.counted.loaded).toBe(images.length);
  });

  it('are refused by the storage in plain words', async () => {
    const project = await service.newProject();
    const storage = makeStorage({ ...store.settings, secretKey: 'another' });
    const signing = (call: ProjectCall): ProjectCall => ({
      ...call,
      storage: { ...call.storage, presignUpload: (upload) => storage.presignUpload(upload) },
    });

    await expect(load(project, signing)).rejects.toThrow(/The storage refused \S+ \(HTTP 403\)/);
  });
});

describe('a list of pictures', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'galley-seeds-'));
    await cp(seedsFolder, folder, { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each<[string, unknown, string]>([
    ['an unknown key', [{ file: 'a.png', alt: 'A', size: 5 }], 'images/images.json:1 [0].size'],
    ['a picture that is not there', [{ file: 'gone.png', alt: 'A' }], 'the file images/gone.png is missing'],
    ['another form', { file: 'a.png' }, 'expected a list of pictures'],
    ['a picture left out that seeds show', [images[0]?.data], 'no picture is called "'],
  ])('with %s is refused by place', async (_, list, message) => {
    await writeFile(join(folder, 'images/images.json'), JSON.stringify(list));

    await expect(readSeeds(folder)).rejects.toThrow(message);
  });
});
