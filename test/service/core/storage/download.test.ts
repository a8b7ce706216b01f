import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStorage, type Storage } from '../../../../src/core/storage/storage.ts';
import { isForeignStore, openTestStore, type TestStore } from '../../../support/test-store.ts';

let store: TestStore;
let storage: Storage;
beforeAll(async () => {
  store = await openTestStore();
  storage = createStorage(store.settings);
});
afterAll(() => store.stop());

async function upload(isPrivate: boolean): Promise<string> {
  const key = `prj_1/med_${randomBytes(8).toString('hex')}/a.png`;
  const signed = storage.presignUpload({
    private: isPrivate,
    key,
    contentType: 'image/png',
    sizeBytes: 10,
    now: new Date(),
  });
  await fetch(signed.url, { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: '0123456789' });
  return key;
}

function unsigned(isPrivate: boolean, key: string): string {
  const { endpoint, bucket, privateBucket } = store.settings;
  return `${endpoint}/${isPrivate ? privateBucket : bucket}/${key}`;
}

describe('a public file', () => {
  it('is read by everybody under its permanent address', async () => {
    const answer = await fetch(storage.publicUrlOf(await upload(false)));

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(await answer.text()).toBe('0123456789');
  });

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-500', 206, '56789', 'bytes 5-9/10'],
  ])('is read in part (%s)', async (range, status, text, told) => {
    const answer = await fetch(storage.publicUrlOf(await upload(false)), { headers: { range } });

    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      told,
    ]);
  });

  it('says 416 for a part that it does not have, and 304 for what the reader has', async () => {
    const url = storage.publicUrlOf(await upload(false));
    const etag = (await fetch(url)).headers.get('etag') ?? '';

    expect((await fetch(url, { headers: { range: 'bytes=10-' } })).status).toBe(416);
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('is changed by nobody without a signature, and the bucket is not listed', async () => {
    const key = await upload(false);
    const url = unsigned(false, key);

    expect((await fetch(url, { method: 'PUT', body: 'other' })).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(`${store.settings.endpoint}/${store.settings.bucket}`)).status).not.toBe(200);
    expect(await storage.stat({ key, private: false })).not.toBeNull();
  });
});

describe('a private file', () => {
  it('is not read without a signature, there or not, also not as if it were public', async () => {
    const key = await upload(true);

    const statuses = await Promise.all(
      [unsigned(true, key), unsigned(true, 'prj_1/med_none/a.png'), storage.publicUrlOf(key)].map(
        async (url) => (await fetch(url)).status,
      ),
    );

    expect(statuses.slice(0, 2)).toEqual([403, 403]);
    expect([403, 404]).toContain(statuses[2]); // it is not there; not every store tells
  });

  it('is read with its signed address, and no other file with it', async () => {
    const [key, other] = [await upload(true), await upload(true)];

    const { url } = await storage.presignDownload({ key, private: true, now: new Date() });

    expect(await (await fetch(url)).text()).toBe('0123456789');
    expect((await fetch(url.replace(key, other))).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
  });

  it('has an address that ends', async () => {
    const key = await upload(true);
    const now = new Date(Date.now() - 3_600_000);

    const { url } = await storage.presignDownload({ key, private: true, now });

    expect((await fetch(url)).status).toBe(403);
  });

  it('has one address for half an hour, in every process', async () => {
    const twin = createStorage({ ...store.settings });
    const at = (time: string) => ({ key: 'p/m/a.png', private: true, now: new Date(`2026-11-20T${time}Z`) });

    const first = await storage.presignDownload(at('09:30:00.000'));

    expect(first.expires_at).toEqual(new Date('2026-11-20T10:30:00Z'));
    expect(first.renewed_at).toEqual(new Date('2026-11-20T10:00:00Z'));
    expect(await twin.presignDownload(at('09:59:59.999'))).toEqual(first);
    expect((await storage.presignDownload(at('10:00:00.000'))).url).not.toBe(first.url);
  });
});

describe('a page of another origin', () => {
  const origin = 'https://app.example.com';

  it('may send to the store with the headers of the upload', async () => {
    const answer = await fetch(unsigned(false, 'p/m/a.png'), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type,content-disposition,if-none-match',
      },
    });

    expect(answer.ok).toBe(true);
    expect(['*', origin]).toContain(answer.headers.get('access-control-allow-origin'));
    expect(answer.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(answer.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('if-none-match');
  });

  it('can read what the store answers, refusals too', async () => {
    const read = await fetch(unsigned(false, await upload(false)), { headers: { origin } });
    const refused = await fetch(unsigned(true, 'p/m/a.png'), { headers: { origin } });

    // VersityGW says nothing of origins when it refuses whoever did not sign.
    for (const answer of isForeignStore ? [read] : [read, refused]) {
      expect(['*', origin]).toContain(answer.headers.get('access-control-allow-origin'));
    }
    expect(refused.status).toBe(403);
  });
});
