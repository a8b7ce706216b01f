import { tmpdir } from 'node:os';
import { buffer } from 'node:stream/consumers';
import type { Client } from 'minio';
import { runCommand } from '../../../src/cli/program.ts';
import type { Variables } from '../../../src/core/settings/config.ts';
import type { StorageSettings } from '../../../src/core/storage/settings.ts';
import { cleanup } from '../cleanup.ts';
import { openTestStore } from '../test-store.ts';
import { type Installation, newInstallation } from './installations.ts';

/** An installation with a second store for its backups. */
export interface BackedUpInstallation extends Installation {
  bucket: BackupBucket;
  /** Runs a command with other settings. */
  galleyWith(more: Variables, ...args: string[]): Promise<{ exitCode: number; body: any }>;
}

/** The bucket of backups, as its operator sees it. */
export interface BackupBucket {
  name: string;
  client: Client;
  /** The keys of all objects, sorted. */
  keys(): Promise<string[]>;
  read(key: string): Promise<Buffer>;
  put(key: string, bytes: Buffer): Promise<void>;
  remove(key: string): Promise<void>;
}

export async function newBackedUpInstallation(more: Variables = {}): Promise<BackedUpInstallation> {
  const store = await openTestStore();
  const { settings, client } = store;
  cleanup(() => store.stop());
  const installation = await newInstallation({ ...backupVariables(settings), ...more });
  return {
    ...installation,
    bucket: bucketOf(client, settings.privateBucket),
    async galleyWith(other, ...args) {
      const settingsOfCommand = { ...installation.variables, ...other };
      const { out, exitCode } = await runCommand([...args, '--json'], settingsOfCommand, tmpdir());
      return { exitCode, body: JSON.parse(out) };
    },
  };
}

/** The settings for backups to the private bucket of a store. */
export function backupVariables(settings: StorageSettings): Record<string, string> {
  return {
    BACKUP_S3_BUCKET: settings.privateBucket,
    BACKUP_S3_ENDPOINT: settings.endpoint,
    BACKUP_S3_REGION: settings.region,
    BACKUP_S3_ACCESS_KEY: settings.accessKey,
    BACKUP_S3_SECRET_KEY: settings.secretKey,
  };
}

export function bucketOf(client: Client, name: string): BackupBucket {
  return {
    name,
    client,
    async keys() {
      const keys: string[] = [];
      for await (const item of client.listObjectsV2(name, '', true))
        keys.push((item as { name: string }).name);
      return keys;
    },
    read: async (key) => buffer(await client.getObject(name, key)),
    async put(key, bytes) {
      await client.putObject(name, key, bytes);
    },
    remove: (key) => client.removeObject(name, key),
  };
}
