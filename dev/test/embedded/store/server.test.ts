import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import aws4 from 'aws4';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmbeddedStore, startEmbeddedStore } from '../../../embedded/store/server.ts';
import { presignUpload } from '../../../../src/core/storage/signing.ts';
import { clientOf } from '../../../../test/support/test-store.ts';

const keys = { accessKey: 'galley-tests', secretKey: 'a secret of the tests' };
const mebibyte = 1024 * 1024;

let folder = '';
let store: EmbeddedStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'galley-store-'));
  store = await start();
});
afterAll(async () => {
  await store.stop();
  await rm(folder, { recursive: true, force: true });
});

function start(port = 0): Promise<EmbeddedStore> {
  return startEmbeddedStore({ folder, port, host: '127.0.0.1', now: () => new Date(), ...keys });
}

function settings(bucket: string) {
  const { endpoint } = store;
  const region = 'us-east-1';
  return {
    endpoint,
    publicEndpoint: endpoint,
    publicUrl: endpoint,
    region,
    bucket,
    privateBucket: bucket,
    ...keys,
  };
}

async function newBucket(name: string) {
  const client = clientOf(settings(name));
  await client.makeBucket(name);
  return client;
}

function uploadOf(
  bucket: string,
  key: string,
  sizeBytes: number,
): { url: string; headers: Record<string, string> } {
  const contentType = 'application/octet-stream';
  const upload = presignUpload(settings(bucket), {
    private: false,
    key,
    contentType,
    sizeBytes,
    now: new Date(),
  });
  return { url: upload.url, headers: { ...upload.headers } };
}

async function filesUnder(bucket: string): Promise<string[]> {
  const entries = await readdir(join(folder, bucket), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && entry.name !== 'bucket.json').map(({ name }) => name);
}

describe('the embedded store', () => {
  it('serves the MinIO client', async () => {
    const client = await newBucket('shelf');
    const key = 'a folder/with ünusual+signs & (more)!.txt';
    await client.putObject('shelf', key, 'some text', 9, {
      'Content-Type': 'text/plain',
      'X-Amz-Meta-Note': 'hello',
    });

    expect(await client.bucketExists('shelf')).toBe(true);
    expect(await client.bucketExists('nothing')).toBe(false);
    await expect(client.makeBucket('shelf')).rejects.toMatchObject({ code: 'BucketAlreadyOwnedByYou' });
    const stat = await client.statObject('shelf', key);
    expect(stat).toMatchObject({ size: 9, metaData: { 'content-type': 'text/plain', note: 'hello' } });
    const signed = await client.presignedGetObject('shelf', key, 60);
    expect(await (await fetch(signed)).text()).toBe('some text');
    await client.removeObject('shelf', key);
    await expect(client.statObject('shelf', key)).rejects.toMatchObject({ code: 'NotFound' });
    expect(await filesUnder('shelf')).toEqual([]);
  });

  it('finds the region of a bucket for clients that were told none', async () => {
    await newBucket('somewhere');
    const { hostname, port } = new URL(store.endpoint);
    const { Client } = await import('minio');
    const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, ...keys });

    expect(await client.getBucketRegionAsync('somewhere')).toBe('us-east-1');
  });

  it('keeps and obeys policies', async () => {
    const client = await newBucket('library');
    await client.putObject('library', 'a.txt', 'text');
    const read = async (): Promise<number> => (await fetch(`${store.endpoint}/library/a.txt`)).status;
    const policy = JSON.stringify({
      Statement: [
        { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: 'arn:aws:s3:::library/*' },
      ],
    });

    expect(await read()).toBe(403);
    await client.setBucketPolicy('library', policy);
    expect(await client.getBucketPolicy('library')).toBe(policy);
    expect(await read()).toBe(200);
    await client.setBucketPolicy('library', '');
    expect(await read()).toBe(403);
    await expect(client.setBucketPolicy('library', '{}{')).rejects.toMatchObject({ code: 'MalformedPolicy' });
  });

  it('finds its data again, and sweeps what was half written', async () => {
    const client = await newBucket('attic');
    await client.putObject('attic', 'box', 'old things');
    const { port } = new URL(store.endpoint);
    await mkdir(join(folder, 'attic', 'unfinished'), { recursive: true });
    await writeFile(join(folder, 'attic', 'unfinished', 'half'), 'half a bo');

    await store.stop();
    store = await start(Number(port));

    const { size } = await client.statObject('attic', 'box');
    expect(size).toBe(10);
    expect(await filesUnder('attic')).toHaveLength(1);
  });

  it('tells what it does not know', async () => {
    const client = await newBucket('limits');

    await expect(client.listObjects('limits', '').toArray()).rejects.toMatchObject({
      code: 'NotImplemented',
    });
    await expect(client.getBucketTagging('limits')).rejects.toMatchObject({ code: 'NotImplemented' });
    await expect(client.makeBucket('10.0.0.1')).rejects.toThrow();
  });

  it.each<[string, string, string, Record<string, string>, string]>([
    ['an object other than signed', '/digests/a', 'good', {}, 'XAmzContentSHA256Mismatch'],
    ['a policy other than signed', '/digests?policy', 'good', {}, 'XAmzContentSHA256Mismatch'],
    ['an object of another MD5', '/digests/a', 'evil', { 'Content-MD5': 'a'.repeat(22) + '==' }, 'BadDigest'],
  ])('refuses %s', async (...[, path, signedBody, more, code]) => {
    const client = clientOf(settings('digests'));
    if (!(await client.bucketExists('digests'))) await client.makeBucket('digests');
    const { host } = new URL(store.endpoint);
    const { headers, path: signedPath } = aws4.sign(
      { service: 's3', region: 'us-east-1', method: 'PUT', host, path, headers: more, body: signedBody },
      { accessKeyId: keys.accessKey, secretAccessKey: keys.secretKey },
    );
    const { Host: _, 'Content-Length': __, ...sent } = headers as Record<string, string>;

    const answer = await fetch(`${store.endpoint}${signedPath}`, {
      method: 'PUT',
      headers: sent,
      body: 'evil',
    });

    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining(`<Code>${code}</Code>`),
    ]);
    expect(await filesUnder('digests')).toEqual([]);
  });

  it('keeps nothing of an upload that breaks off', async () => {
    const client = await newBucket('broken');
    const { url, headers } = uploadOf('broken', 'half', 1000);
    const { hostname, port, pathname, search, host } = new URL(url);
    const head = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);

    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${head.join('')}\r\n${'x'.repeat(500)}`);
        setTimeout(() => socket.destroy(), 100);
      });
      socket.on('close', () => setTimeout(resolve, 100));
    });

    await expect(client.statObject('broken', 'half')).rejects.toMatchObject({ code: 'NotFound' });
    expect(await filesUnder('broken')).toEqual([]);
  });

  it('asks for the bytes only after the signature was found good', async () => {
    await newBucket('careful');
    const good = uploadOf('careful', 'a', 5);

    const ask = (url: string): Promise<string> =>
      new Promise((resolve) => {
        const { hostname, port, pathname, search, host } = new URL(url);
        const head = Object.entries({ host, ...good.headers, Expect: '100-continue' });
        const socket = connect(Number(port), hostname, () => {
          const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join('');
          socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${lines}\r\n`);
        });
        socket.once('data', (data) => {
          socket.destroy();
          resolve(data.toString().slice(9, 12));
        });
      });

    expect(await ask(good.url)).toBe('100');
    expect(await ask(good.url.replace('/a?', '/b?'))).toBe('403');
  });

  it('serves the old object whole while a new one takes its place', async () => {
    const client = await newBucket('swap');
    const sizeBytes = 8 * mebibyte;
    await client.putObject('swap', 'film', Buffer.alloc(sizeBytes, 1));
    const answer = await fetch(await client.presignedGetObject('swap', 'film', 60));

    await client.putObject('swap', 'film', Buffer.alloc(sizeBytes, 2));

    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.equals(Buffer.alloc(sizeBytes, 1))).toBe(true);
    const [first] = await (await client.getObject('swap', 'film')).toArray();
    expect((first as Buffer)[0]).toBe(2);
  });
});
