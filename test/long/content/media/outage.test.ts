import { afterAll, describe, expect, it } from 'vitest';
import { embeddedStore } from '../../../support/test-store.ts';
import { setUpBuckets } from '../../../../src/core/storage/bucket/bucket-setup.ts';
import { listenWith } from '../../../support/stand-in-server.ts';
import { newAsset, newUpload, png, storeVariables } from '../../../support/media.ts';
import { useImageEverywhere } from '../../../support/image-uses.ts';
import { punctual, startService } from '../../../support/service.ts';
import { ApiClient, type ApiAnswer } from '../../../support/client.ts';
import { databaseOf } from '../../../support/database.ts';

const store = await embeddedStore();
await setUpBuckets(store.settings);
const service = await startService({ ...storeVariables(store.settings), ...punctual });
const hanging = await listenWith(() => undefined);
afterAll(() => hanging.stop());
/** The same data, with a store that takes requests and never answers. */
const stuck = await startService({
  ...punctual,
  ...storeVariables({ ...store.settings, endpoint: hanging.origin }),
  MONGODB_DB: databaseOf(service.app.system).databaseName,
});

const project = await service.newProject();
const image = await newAsset(project.secret);
const places = await useImageEverywhere(project, image);
const pending = await newUpload(project.secret);
await store.stop();

async function timed(asked: Promise<ApiAnswer>): Promise<{ answer: ApiAnswer; seconds: number }> {
  const startedMs = performance.now();
  const answer = await asked;
  return { answer, seconds: (performance.now() - startedMs) / 1000 };
}

const unavailable = {
  status: 503,
  body: { error: { type: 'api_error', code: 'temporarily_unavailable' } },
};

describe.each([
  ['is down', service.url],
  ['never answers', stuck.url],
])('while the storage %s', (_, url) => {
  const secret = new ApiClient(url, project.secret.token);

  it('uploads are refused within 5 s, and leave nothing behind', async () => {
    const before = (await secret.get('/v1/media?count=true')).body.meta.total;

    const asked = await timed(secret.post('/v1/media/uploads', png));
    const confirmed = await timed(secret.post(`/v1/media/uploads/${pending}/confirm`));

    for (const { answer, seconds } of [asked, confirmed]) {
      expect(answer).toMatchObject(unavailable);
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(5);
    }
    expect((await secret.get('/v1/media?count=true')).body.meta.total).toBe(before);
    expect((await secret.get(`/v1/media/${pending}`)).body.status).toBe('pending');
  });

  it('content is served with its pictures, and written', async () => {
    const reader = new ApiClient(url, project.publishable.token);
    for (const { path, find } of places) {
      const { answer, seconds } = await timed(reader.get(path));
      expect([path, answer.status]).toEqual([path, 200]);
      expect(find(answer.body)).toMatchObject({ id: image, url: expect.any(String) });
      expect(seconds).toBeLessThan(3);
    }
    const entry = places[0]?.path ?? '';
    expect((await secret.patch(entry, { values: { title: 'Still', cover: image } })).status).toBe(200);
    expect((await secret.patch(`/v1/media/${image}`, { alt: `A hat ${url}` })).status).toBe(200);
  });

  it('/readyz says degraded, and what is to be done', async () => {
    const told = async () => {
      const answer = await fetch(`${url}/readyz`);
      return { code: answer.status, ...((await answer.json()) as object) };
    };

    // What is known of the parts is a few seconds old.
    await expect.poll(told, { timeout: 15_000 }).toMatchObject({
      code: 200,
      status: 'degraded',
      problems: expect.arrayContaining([
        { part: 'storage', problem: expect.stringMatching(/S3_ENDPOINT|has not answered in|no answer in/) },
      ]),
    });
  });
});

describe('a service that starts before its buckets are there', () => {
  it('serves content, says what to do, and is ready a few seconds after that was done', async () => {
    const empty = await embeddedStore();
    const early = await startService({ ...storeVariables(empty.settings), ...punctual });
    const { secret } = await early.newProject();
    const ready = async () => (await (await fetch(`${early.url}/readyz`)).json()) as Record<string, unknown>;

    expect((await secret.get('/v1/ping')).status).toBe(200);
    await expect.poll(ready, { timeout: 15_000 }).toMatchObject({
      status: 'degraded',
      problems: expect.arrayContaining([
        { part: 'storage', problem: expect.stringContaining('galley doctor --fix-bucket') },
      ]),
    });
    await setUpBuckets(empty.settings);

    const unwell = async () => {
      const { problems } = (await ready()) as { problems: { part: string }[] };
      return problems.map(({ part }) => part);
    };
    await expect.poll(unwell, { timeout: 15_000 }).not.toContain('storage');
    await empty.stop();
  });
});
