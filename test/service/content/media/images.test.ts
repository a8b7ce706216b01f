import { describe, expect, it } from 'vitest';
import { deleteAsset } from '../../../../src/content/media/change.ts';
import { newAsset, startMediaService, storeVariables } from '../../../support/media.ts';
import { type ImageUsePlace, useImageEverywhere } from '../../../support/image-uses.ts';
import { startService, type TestProject } from '../../../support/service.ts';
import { ApiClient } from '../../../support/client.ts';
import { tester } from '../../../support/actor.ts';
import { databaseOf } from '../../../support/database.ts';

const { service, store } = await startMediaService();
/** Another process on the same data, half an hour and a bit ahead. */
const later = await startService({
  ...storeVariables(store.settings),
  MONGODB_DB: databaseOf(service.app.system).databaseName,
  CLOCK_OFFSET_MS: String(31 * 60_000),
});
const { endpoint, bucket, privateBucket } = store.settings;

/** What readers with a publishable key find in each place. */
async function seenIn(project: TestProject, places: readonly ImageUsePlace[]): Promise<Record<string, any>> {
  const seen: Record<string, unknown> = {};
  for (const { name, path, find } of places) {
    const answer = await project.publishable.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    seen[name] = find(answer.body);
  }
  return seen;
}

describe('a picture of a project with public media', () => {
  it('has one permanent address wherever it is shown', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret, { alt: 'A hat', width: 4, height: 3 });
    const places = await useImageEverywhere(project, image);

    const seen = await seenIn(project, places);

    const url = `${endpoint}/${bucket}/${project.id}/${image}/a.png`;
    for (const [name, found] of Object.entries(seen)) {
      expect([name, found]).toEqual([name, expect.objectContaining({ id: image, url, width: 4, height: 3 })]);
      expect(found).not.toHaveProperty('url_expires_at');
    }
    expect(seen['an image field']).toEqual({
      id: image,
      url,
      alt: 'A hat',
      width: 4,
      height: 3,
      content_type: 'image/png',
    });
    expect(await (await fetch(url)).text()).toBe('xxxxx');
  });

  it('is also read with media_urls=permanent', async () => {
    const project = await service.newProject();
    const places = await useImageEverywhere(project, await newAsset(project.secret));

    for (const { path } of places)
      expect([path, (await project.publishable.get(`${path}?media_urls=permanent`)).status]).toEqual([
        path,
        200,
      ]);
  });
});

describe('a picture of a project with private media', () => {
  it('has one signed address that ends wherever it is shown', async () => {
    const project = await service.newProject({ privateMedia: true });
    const image = await newAsset(project.secret);
    const places = await useImageEverywhere(project, image);

    const seen = Object.entries(await seenIn(project, places));

    const [, first] = seen[0] ?? [];
    expect(first.url).toMatch(`${endpoint}/${privateBucket}/${project.id}/${image}/a.png?`);
    for (const [name, { url, url_expires_at }] of seen)
      expect([name, url, url_expires_at]).toEqual([name, first.url, first.url_expires_at]);
    const leftMs = Date.parse(first.url_expires_at) - Date.now();
    expect(leftMs).toBeGreaterThan(29 * 60_000);
    expect(leftMs).toBeLessThanOrEqual(60 * 60_000);
    expect(await (await fetch(first.url)).text()).toBe('xxxxx');
  });

  it('is not read without a signature, with an altered one, or as a public file', async () => {
    const project = await service.newProject({ privateMedia: true });
    const { body } = await project.secret.get(`/v1/media/${await newAsset(project.secret)}`);
    const signed = new URL(body.url);

    const guesses = [
      signed.origin + signed.pathname,
      signed.href.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
      signed.href.replace('X-Amz-Expires=3600', 'X-Amz-Expires=360000'),
      signed.origin + signed.pathname.replace(privateBucket, bucket),
    ];
    const list = `${signed.origin}/${privateBucket}/?list-type=2&prefix=${project.id}`;

    expect((await fetch(signed)).status).toBe(200);
    const [asPublic = '', ...unsigned] = guesses.reverse();
    for (const guess of unsigned) expect([guess, (await fetch(guess)).status]).toEqual([guess, 403]);
    expect([403, 404]).toContain((await fetch(asPublic)).status); // it is not there; not every store tells
    expect((await fetch(list)).ok).toBe(false);
  });

  it('is refused to whoever asks for permanent addresses, on every read that shows pictures', async () => {
    const project = await service.newProject({ privateMedia: true });
    const image = await newAsset(project.secret);
    const places = await useImageEverywhere(project, image);

    const paths = new Set([...places.map(({ path }) => path), '/v1/media', `/v1/media/${image}`]);
    for (const path of paths)
      expect([path, await project.secret.get(`${path}?media_urls=permanent`)]).toMatchObject([
        path,
        {
          status: 400,
          body: { error: { code: 'permanent_media_urls_unavailable', param: 'media_urls' } },
        },
      ]);
  });

  it('is never shown by the tag of an older answer once its address was renewed', async () => {
    const project = await service.newProject({ privateMedia: true });
    const places = await useImageEverywhere(project, await newAsset(project.secret));
    const reader = new ApiClient(later.url, project.publishable.token);

    for (const { name, path, find } of places) {
      const before = await project.publishable.get(path);
      const tag = before.headers.get('ETag') ?? '';
      const after = await reader.get(path, { 'If-None-Match': tag });

      expect([name, after.status]).toEqual([name, 200]);
      expect(find(after.body).url).not.toBe(find(before.body).url);
      expect((await fetch(find(after.body).url)).status).toBe(200);
      expect(Date.parse(find(after.body).url_expires_at)).toBeGreaterThan(
        Date.parse(find(before.body).url_expires_at),
      );
    }
  });
});

describe('a picture whose file was deleted', () => {
  it.each([false, true])('stays where it is and reads url: null (private: %s)', async (privateMedia) => {
    const project = await service.newProject({ privateMedia });
    const image = await newAsset(project.secret, { alt: 'A hat' });
    const places = await useImageEverywhere(project, image);

    await deleteAsset(await service.app.contextsOf(tester).project(project.id), image);

    for (const [name, found] of Object.entries(await seenIn(project, places))) {
      expect([name, found]).toEqual([name, expect.objectContaining({ id: image, url: null })]);
      expect(found).not.toHaveProperty('url_expires_at');
    }
  });

  it('cannot be written anew, and does not stand in the way of other changes', async () => {
    const project = await service.newProject();
    const image = await newAsset(project.secret);
    const [entry] = await useImageEverywhere(project, image);
    const path = entry?.path ?? '';
    await deleteAsset(await service.app.contextsOf(tester).project(project.id), image);

    expect(await project.secret.patch(path, { values: { cover: image } })).toMatchObject({
      status: 400,
      body: { error: { code: 'unknown_link', param: 'cover', expected: 'media', got: 'nothing' } },
    });
    expect((await project.secret.patch(path, { values: { title: 'New' }, publish: true })).status).toBe(200);
    expect((await project.secret.patch(path, { publish: false })).status).toBe(200);
    expect((await project.secret.patch(path, { publish: true })).status).toBe(200);
    expect((await project.publishable.get(path)).body.values).toMatchObject({
      title: 'New',
      cover: { id: image, url: null },
    });
  });
});
