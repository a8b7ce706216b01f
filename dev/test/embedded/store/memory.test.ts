import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { startEmbeddedStore } from '../../../embedded/store/server.ts';
import { setUpBuckets } from '../../../../src/core/storage/bucket/bucket-setup.ts';
import { createStorage } from '../../../../src/core/storage/storage.ts';
import { isForeignStore } from '../../../../test/support/test-store.ts';

const mebibyte = 1024 * 1024;
const files = 200;
const sizeBytes = 3 * mebibyte;
const chunk = Buffer.alloc(64 * 1024, 7);

function* chunks(): Generator<Buffer> {
  for (let sent = 0; sent < sizeBytes; sent += chunk.length) yield chunk;
}

function exchange(method: string, url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', reject);
    if (method === 'PUT') pipeline(Readable.from(chunks()), outgoing).catch(reject);
    else outgoing.end();
  });
}

it.skipIf(isForeignStore)(
  '200 files at a time pass through the embedded store without being held',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'galley-store-'));
    const keys = { accessKey: 'galley-tests', secretKey: 'a secret of the tests' };
    const store = await startEmbeddedStore({
      folder,
      port: 0,
      host: '127.0.0.1',
      now: () => new Date(),
      ...keys,
    });
    const { endpoint } = store;
    const settings = { endpoint, publicEndpoint: endpoint, region: 'us-east-1', ...keys };
    const buckets = { bucket: 'media', privateBucket: 'media-private', publicUrl: `${endpoint}/media` };
    await setUpBuckets({ ...settings, ...buckets });
    const storage = createStorage({ ...settings, ...buckets });
    const held = (): number => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = held();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, held())), 20);

    const uploads = Array.from({ length: files }, (_, i) => {
      const key = `prj_1/med_${i}/film.mp4`;
      return storage.presignUpload({
        private: false,
        key,
        contentType: 'video/mp4',
        sizeBytes,
        now: new Date(),
      });
    });
    const sent = await Promise.all(uploads.map(({ url, headers }) => exchange('PUT', url, { ...headers })));
    const read = await Promise.all(
      uploads.map((_, i) => exchange('GET', storage.publicUrlOf(`prj_1/med_${i}/film.mp4`), {})),
    );

    clearInterval(watch);
    await store.stop();
    await rm(folder, { recursive: true, force: true });
    expect(new Set([...sent, ...read])).toEqual(new Set([200]));
    // Client and server are in this process: a few chunks for each of 200 sockets, compared with 600 MiB of files.
    expect((peak - before) / mebibyte).toBeLessThan(100);
  },
  120_000,
);
