import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'minio';
import { startEmbeddedStore } from '../../dev/embedded/store/server.ts';
import { setUpBuckets } from '../../src/core/storage/bucket/bucket-setup.ts';
import type { StorageSettings } from '../../src/core/storage/settings.ts';

/** Whether the tests speak to a store that somebody else runs. */
export const isForeignStore = process.env['S3_TEST_ENDPOINT'] !== undefined;

export interface TestStore {
  readonly settings: StorageSettings;
  readonly client: Client;
  stop(): Promise<void>;
}

/**
 * A store with two buckets of its own, set up as the service sets them up: the embedded one, or the one that
 * `S3_TEST_ENDPOINT`, `S3_TEST_ACCESS_KEY` and `S3_TEST_SECRET_KEY` (and `S3_TEST_REGION`) name.
 */
export async function openTestStore(): Promise<TestStore> {
  return setUp(isForeignStore ? foreignStore() : await embeddedStore());
}

/** An embedded store with buckets for a service whose clock can be any time. */
export async function openTimelessStore(): Promise<TestStore> {
  return setUp(await embeddedStore({ skewMaxMs: Number.MAX_SAFE_INTEGER }));
}

async function setUp({ settings, stop }: Omit<TestStore, 'client'>): Promise<TestStore> {
  await setUpBuckets(settings);
  return { settings, client: clientOf(settings), stop };
}

/** Another embedded store, for tests of faults; also when the suite runs against a foreign one. */
export async function embeddedStore(more: { skewMaxMs?: number } = {}): Promise<Omit<TestStore, 'client'>> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-store-'));
  const keys = { accessKey: 'galley-tests', secretKey: randomBytes(20).toString('hex') };
  const now = (): Date => new Date();
  const store = await startEmbeddedStore({ folder, port: 0, host: '127.0.0.1', now, ...keys, ...more });
  return {
    settings: settingsFor(store.endpoint, 'us-east-1', keys),
    async stop() {
      await store.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function clientOf({ endpoint, region, accessKey, secretKey }: StorageSettings): Client {
  const { hostname, port, protocol } = new URL(endpoint);
  return new Client({
    endPoint: hostname,
    ...(port !== '' && { port: Number(port) }),
    useSSL: protocol === 'https:',
    region,
    accessKey,
    secretKey,
  });
}

function foreignStore(): Omit<TestStore, 'client'> {
  const {
    S3_TEST_ENDPOINT: endpoint = '',
    S3_TEST_REGION: region = 'us-east-1',
    S3_TEST_ACCESS_KEY: accessKey = '',
    S3_TEST_SECRET_KEY: secretKey = '',
  } = process.env;
  const settings = settingsFor(endpoint, region, { accessKey, secretKey });
  const client = clientOf(settings);
  return {
    settings,
    async stop() {
      for (const bucket of [settings.bucket, settings.privateBucket]) {
        for await (const item of client.listObjectsV2(bucket, '', true)) {
          await client.removeObject(bucket, (item as { name: string }).name);
        }
        await client.removeBucket(bucket);
      }
    },
  };
}

function settingsFor(
  endpoint: string,
  region: string,
  keys: { accessKey: string; secretKey: string },
): StorageSettings {
  const bucket = `galley-test-${randomBytes(6).toString('hex')}`;
  return {
    endpoint,
    publicEndpoint: endpoint,
    region,
    bucket,
    privateBucket: `${bucket}-private`,
    publicUrl: `${endpoint}/${bucket}`,
    ...keys,
  };
}
