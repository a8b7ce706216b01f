import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedUpload, UploadToSign } from '../../../../src/core/storage/signing.ts';
import { createStorage, type Storage } from '../../../../src/core/storage/storage.ts';
import { isForeignStore, openTestStore, type TestStore } from '../../../support/test-store.ts';

let store: TestStore;
let storage: Storage;
beforeAll(async () => {
  store = await openTestStore();
  storage = createStorage(store.settings);
});
afterAll(() => store.stop());

const png = { contentType: 'image/png', sizeBytes: 5 };

function sign(more: Partial<UploadToSign> = {}): { key: string; upload: SignedUpload } {
  const key = `prj_1/med_${randomBytes(8).toString('hex')}/a.png`;
  return { key, upload: storage.presignUpload({ private: false, key, ...png, now: new Date(), ...more }) };
}

/** Sends what a client would: the length is that of the body, as fetch writes it. */
async function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<{ status: number; code: string | undefined }> {
  const { 'Content-Length': _, ...sent } = headers;
  const answer = await fetch(url, { method: 'PUT', headers: sent, body });
  return { status: answer.status, code: /<Code>(.+)<\/Code>/.exec(await answer.text())?.[1] };
}

describe('a signed upload', () => {
  it.each([false, true])('takes the file that it was signed for (private: %s)', async (isPrivate) => {
    const { key, upload } = sign({ private: isPrivate });

    expect(await storage.stat({ key, private: isPrivate })).toBeNull();
    expect(await send(upload.url, upload.headers, 'bytes')).toEqual({ status: 200, code: undefined });
    expect(await storage.stat({ key, private: isPrivate })).toEqual(png);
    expect(await storage.stat({ key, private: !isPrivate })).toBeNull();
  });

  it('names the headers to send and when it ends', () => {
    const now = new Date('2026-11-20T09:30:00.000Z');

    const { upload } = sign({ now });

    expect(upload).toMatchObject({
      method: 'PUT',
      headers: { 'Content-Type': 'image/png', 'Content-Length': '5' },
      expires_at: new Date('2026-11-20T09:45:00.000Z'),
    });
    const signed = new URL(upload.url).searchParams;
    expect(signed.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host');
    expect(signed.get('X-Amz-Expires')).toBe('900');
  });

  it('is signed for the address that clients reach', () => {
    const elsewhere = createStorage({ ...store.settings, publicEndpoint: 'https://files.example.com' });

    const { url } = elsewhere.presignUpload({ private: false, key: 'p/m/a.png', ...png, now: new Date() });

    expect(url).toMatch(`https://files.example.com/${store.settings.bucket}/p/m/a.png?`);
  });

  it.each(['four', 'six by', ''])('refuses another length (%j)', async (body) => {
    const { key, upload } = sign();

    expect(await send(upload.url, upload.headers, body)).toEqual({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    expect(await storage.stat({ key, private: false })).toBeNull();
  });

  it.each<Record<string, string>>([
    { 'Content-Type': 'text/html' },
    { 'Content-Type': 'image/png; a=b' },
    {},
  ])('refuses another type (%j)', async (headers) => {
    const { key, upload } = sign();

    const answer = await send(upload.url, headers, 'bytes');

    expect(answer).toEqual({ status: 403, code: 'SignatureDoesNotMatch' });
    expect(await storage.stat({ key, private: false })).toBeNull();
  });

  it.each<[string, (url: string) => string]>([
    ['signature', (url) => url.replace(/.$/, (sign) => (sign === '0' ? '1' : '0'))],
    ['expiry', (url) => url.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000')],
    ['key', (url) => url.replace('/a.png', '/b.png')],
    ['project', (url) => url.replace('/prj_1/', '/prj_2/')],
    ['bucket', (url) => url.replace(/(galley-test-[0-9a-f]+)/, '$1-private')],
  ])('refuses an altered %s', async (_, alter) => {
    const { upload } = sign();
    const altered = alter(upload.url);

    expect(altered).not.toBe(upload.url);
    expect(await send(altered, upload.headers, 'bytes')).toEqual({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  it('refuses what comes after its end, or before its beginning', async () => {
    const past = sign({ now: new Date(Date.now() - 901_000) }).upload;
    const future = sign({ now: new Date(Date.now() + 3_600_000) }).upload;

    expect(await send(past.url, past.headers, 'bytes')).toEqual({ status: 403, code: 'AccessDenied' });
    if (isForeignStore) return; // VersityGW takes an address before its beginning; Galley dates none ahead
    expect(await send(future.url, future.headers, 'bytes')).toEqual({ status: 403, code: 'AccessDenied' });
  });

  it('cannot be used to read or to remove', async () => {
    const { key, upload } = sign();
    await send(upload.url, upload.headers, 'bytes');

    expect((await fetch(upload.url)).status).toBe(403);
    expect((await fetch(upload.url, { method: 'DELETE' })).status).toBe(403);
    expect(await storage.stat({ key, private: false })).toEqual(png);
  });

  it('keeps a file that a browser could run as an attachment', async () => {
    const { key, upload } = sign({ contentType: 'image/svg+xml' });
    const withoutIt = { 'Content-Type': 'image/svg+xml' };

    expect(upload.headers).toHaveProperty('Content-Disposition', 'attachment');
    expect(await send(upload.url, withoutIt, 'bytes')).toEqual({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
    expect(await send(upload.url, upload.headers, 'bytes')).toEqual({ status: 200, code: undefined });
    const served = await fetch(storage.publicUrlOf(key));
    expect(served.headers.get('content-disposition')).toBe('attachment');
  });

  it('may be repeated until it ends, the last one stays', async () => {
    const { key, upload } = sign();

    await send(upload.url, upload.headers, 'first');
    await send(upload.url, upload.headers, 'again');

    expect(await (await fetch(storage.publicUrlOf(key))).text()).toBe('again');
  });

  it('can be undone', async () => {
    const { key, upload } = sign();
    await send(upload.url, upload.headers, 'bytes');

    await storage.remove({ key, private: false });
    await storage.remove({ key, private: false });

    expect(await storage.stat({ key, private: false })).toBeNull();
  });
});
