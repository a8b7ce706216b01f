import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { StorageSettings } from '../../../../src/core/storage/settings.ts';
import { createStorage } from '../../../../src/core/storage/storage.ts';
import { listenWith } from '../../../support/stand-in-server.ts';

const settings: StorageSettings = {
  endpoint: 'http://127.0.0.1:1',
  publicEndpoint: 'https://files.example.com',
  region: 'us-east-1',
  bucket: 'media',
  privateBucket: 'media-private',
  accessKey: 'key',
  secretKey: 'secret',
  publicUrl: 'https://files.example.com/media/',
};
const object = { key: 'prj_1/med_1/a.png', private: false };

describe('while the store is down', () => {
  it('uploads and downloads are still signed, and permanent addresses given', async () => {
    const storage = createStorage(settings);
    const now = new Date();

    expect(storage.presignUpload({ ...object, contentType: 'image/png', sizeBytes: 1, now }).url).toContain(
      'a.png',
    );
    expect((await storage.presignDownload({ ...object, now })).url).toContain('a.png');
    expect(storage.publicUrlOf(object.key)).toBe('https://files.example.com/media/prj_1/med_1/a.png');
  });

  it('a look at an object and a removal are temporarily unavailable', async () => {
    const storage = createStorage(settings);

    const down = { code: 'temporarily_unavailable', status: 503, cause: expect.any(Error) };
    await expect(storage.stat(object)).rejects.toMatchObject(down);
    await expect(storage.remove(object)).rejects.toMatchObject(down);
  });

  it('a busy store is asked once: whoever calls decides about another time', async () => {
    let requests = 0;
    const busy = await listenWith((_, response) => {
      requests += 1;
      response.writeHead(503).end();
    });

    await expect(createStorage({ ...settings, endpoint: busy.origin }).stat(object)).rejects.toThrow();

    expect(requests).toBe(1);
    await busy.stop();
  });

  it.each([503, 403, 404, 200])('one connection serves requests that end with %i', async (status) => {
    const ports = new Set<number | undefined>();
    const server = await listenWith((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(status).end('<Error><Code>SomeCode</Code></Error>');
    });
    const storage = createStorage({ ...settings, endpoint: server.origin });

    for (let i = 0; i < 3; i += 1) {
      await Promise.allSettled([storage.remove(object)]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }

    expect(ports.size).toBe(1);
    await server.stop();
  });

  it.concurrent.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    [
      'stops in mid-answer',
      (_, response) => void response.writeHead(500, { 'content-length': 9 }).write('<'),
    ],
    ['is busy', (_, response) => void response.writeHead(503).end()],
    ['refuses the service', (_, response) => void response.writeHead(403).end()],
  ])('so is a store that %s, within 5 s', async (_, listener) => {
    const server = await listenWith(listener);
    const storage = createStorage({ ...settings, endpoint: server.origin });
    const startedMs = performance.now();

    const outcomes = await Promise.allSettled([storage.stat(object), storage.remove(object)]);

    expect(performance.now() - startedMs).toBeLessThan(5_000);
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'temporarily_unavailable' } });
    }
    await server.stop();
  });
});
