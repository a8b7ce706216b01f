import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkBuckets } from '../../../../src/core/storage/bucket/bucket-check.ts';
import type { StorageSettings } from '../../../../src/core/storage/settings.ts';
import { isForeignStore, openTestStore, type TestStore } from '../../../support/test-store.ts';
import { listenWith } from '../../../support/stand-in-server.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.stop());

describe('the self-test of the buckets', () => {
  it('finds nothing wrong after the set-up, and leaves nothing behind', async () => {
    expect(await checkBuckets(store.settings, new Date())).toEqual([]);
  });

  it.each<[string, (right: StorageSettings) => Partial<StorageSettings>, string, RegExp]>([
    ['an unknown access key', () => ({ accessKey: 'nobody' }), 'keys', /S3_ACCESS_KEY/],
    ['a wrong secret', () => ({ secretKey: 'not-the-secret' }), 'keys', /S3_SECRET_KEY/],
    ['another region', () => ({ region: 'eu-nowhere-9' }), 'region', /S3_REGION is "eu-nowhere-9"/],
    ['no public bucket', () => ({ bucket: 'galley-none' }), 'bucket', /"galley-none" does not exist/],
    ['no private bucket', () => ({ privateBucket: 'galley-void' }), 'bucket', /"galley-void".*--fix-bucket/],
    [
      'a private bucket that everybody can read',
      ({ bucket }) => ({ privateBucket: bucket }),
      'private_readable',
      /is open to the public/,
    ],
    [
      'a public bucket that nobody can read',
      ({ privateBucket }) => ({ bucket: privateBucket, publicUrl: 'http://127.0.0.1:1' }),
      'public_unreadable',
      /public bucket .* cannot be read/,
    ],
  ])('tells %s', async (_, change, code, message) => {
    const [found] = await checkBuckets({ ...store.settings, ...change(store.settings) }, new Date());

    expect(found).toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('tells that nothing listens', async () => {
    const { origin, stop } = await listenWith(() => undefined);
    await stop();

    const report = await checkBuckets({ ...store.settings, endpoint: origin }, new Date());

    expect(report).toMatchObject([{ code: 'endpoint', message: expect.stringContaining('(ECONNREFUSED)') }]);
  });

  it.each<[string, Record<string, number>, string]>([
    ['has a page for everything', { PUT: 200, HEAD: 200 }, 'an object without a length'],
    ['takes what it does not show', { PUT: 200, HEAD: 400 }, 'no error of S3'],
    ['knows no PUT', { PUT: 405 }, 'HTTP 405'],
  ])('tells that what answers is no store: it %s', async (_, statuses, reason) => {
    const other = await listenWith(({ method = '' }, response) => {
      response.writeHead(statuses[method] ?? 404).end();
    });

    const found = await checkBuckets({ ...store.settings, endpoint: other.origin }, new Date());

    expect(found.map(({ message }) => message)).toEqual([
      `What answers at S3_ENDPOINT ${other.origin} does not speak S3 (${reason}). Is this the address of the store, and not that of its console or of another program?`,
    ]);
    await other.stop();
  });

  it.each<[string, Record<string, number>]>([
    ['s3:PutObject', { PUT: 403 }],
    ['s3:GetObject', { PUT: 200, HEAD: 403, DELETE: 204 }],
    ['s3:DeleteObject', { PUT: 200, HEAD: 200, GET: 200, DELETE: 403 }],
    ['s3:ListBucket', { PUT: 200, HEAD: 200, GET: 200, DELETE: 204, 'HEAD after DELETE': 403 }],
  ])('tells that the keys lack %s', async (permission, statuses) => {
    let isDeleted = false;
    const guarded = await listenWith(({ method = '' }, response) => {
      const status = (isDeleted ? statuses[`${method} after DELETE`] : undefined) ?? statuses[method] ?? 500;
      isDeleted ||= method === 'DELETE';
      const body = status === 403 && method !== 'HEAD' ? '<Error><Code>AccessDenied</Code></Error>' : '1';
      response.writeHead(status, status === 204 ? {} : { 'content-length': body.length }).end(body);
    });

    const report = await checkBuckets(
      { ...store.settings, endpoint: guarded.origin, publicUrl: guarded.origin },
      new Date(),
    );

    expect(report[0]).toMatchObject({ code: 'permission', message: expect.stringContaining(permission) });
    await guarded.stop();
  });

  it.each([
    ['replaces what it was told to keep', [200, 200], /replaces an object of bucket .*S3_UPLOAD_ONCE=off/],
    ['does not know how to keep it', [501], /does not know If-None-Match.*Set S3_UPLOAD_ONCE=off/],
  ])('tells of a store that %s, unless the operator lives with that', async (_, statuses, message) => {
    const { origin, stop } = await listenWith(({ method, headers }, response) => {
      const isOnce = method === 'PUT' && headers['if-none-match'] === '*';
      const status = isOnce ? (statuses.shift() ?? 200) : method === 'DELETE' ? 204 : 200;
      if (method === 'DELETE') isDeleted = true;
      const isGone = method === 'HEAD' && isDeleted;
      if (method === 'PUT') isDeleted = false;
      const isOpen = method !== 'GET' || !(response.req.url ?? '').includes(store.settings.privateBucket);
      const body = status === 501 ? '<Error><Code>NotImplemented</Code></Error>' : '1';
      response.writeHead(
        isGone ? 404 : isOpen ? status : 403,
        status === 204 ? {} : { 'content-length': body.length },
      );
      response.end(method === 'HEAD' || status === 204 ? undefined : body);
    });
    let isDeleted = false;
    const settings = { ...store.settings, endpoint: origin, publicUrl: origin };

    expect((await checkBuckets(settings, new Date()))[0]).toMatchObject({
      code: 'store',
      message: expect.stringMatching(message),
    });
    expect(await checkBuckets({ ...settings, uploadOnce: false }, new Date())).toEqual([]);
    await stop();
  });

  // VersityGW takes what is signed ahead of its clock, so that nothing is wrong there.
  it.each<[number, string]>([
    ...(isForeignStore ? [] : [[90, 'ahead of'] as [number, string]]),
    [-90, 'behind'],
  ])('tells a clock that is %i minutes off', async (minutes, side) => {
    const report = await checkBuckets(store.settings, new Date(Date.now() + minutes * 60_000));

    expect(report).toMatchObject([
      { code: 'clock', message: expect.stringContaining(`90 minutes ${side} the store's`) },
    ]);
  });

  it('takes a public bucket that only its public address serves', async () => {
    const cdn = await listenWith((_, response) => void response.end('1'));
    const { privateBucket } = store.settings;

    expect(
      await checkBuckets({ ...store.settings, bucket: privateBucket, publicUrl: cdn.origin }, new Date()),
    ).toEqual([]);
    await cdn.stop();
  });

  it.each([
    ['has no such path', (response: ServerResponse) => response.writeHead(404).end(), /\(HTTP 404\)/],
    ['has one page for all', (response: ServerResponse) => response.end('<html>'), /\(another content\)/],
  ])('tells of a public address that %s, though the bucket can be read', async (_, answer, reason) => {
    const site = await listenWith((_, response) => void answer(response));

    const found = await checkBuckets({ ...store.settings, publicUrl: `${site.origin}/media` }, new Date());

    expect(found).toMatchObject([{ code: 'public_url', message: expect.stringMatching(reason) }]);
    expect(found[0]?.message).toContain(`S3_PUBLIC_URL ${site.origin}/media`);
    await site.stop();
  });

  it('tells of a public address at which nobody answers, apart from what is known to be wrong', async () => {
    const { origin, stop } = await listenWith(() => undefined);
    await stop();

    const found = await checkBuckets({ ...store.settings, publicUrl: `${origin}/media` }, new Date());

    expect(found).toMatchObject([
      { code: 'public_url_silent', message: expect.stringContaining('(ECONNREFUSED)') },
    ]);
  });

  it('tells of both buckets at once', async () => {
    const { bucket, privateBucket } = store.settings;
    const swapped = { bucket: privateBucket, privateBucket: bucket, publicUrl: 'http://127.0.0.1:1' };

    const found = await checkBuckets({ ...store.settings, ...swapped }, new Date());

    expect(found).toMatchObject([{ code: 'public_unreadable' }, { code: 'private_readable' }]);
  });

  it('gives up on a store that never answers', async () => {
    const silent = await listenWith(() => undefined);
    const startedMs = performance.now();

    const report = await checkBuckets({ ...store.settings, endpoint: silent.origin }, new Date());

    expect(report).toMatchObject([
      { code: 'endpoint', message: expect.stringContaining('no answer in time') },
    ]);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    await silent.stop();
  });
});
