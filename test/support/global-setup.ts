import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';

import { runCommand } from '../../dev/embedded/mongod/command.ts';
import { startEmbeddedMongod } from '../../dev/embedded/mongod/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One real replica set for the whole run; workers and test files use their own databases on it. */
    mongodbUri: string;
    /** In the suite `faults`, one replica set for each worker, because its tests end all sessions of a server. */
    mongodbUris: string[];
    /** Prefix of the names of this run's databases. */
    databasePrefix: string;
  }
}

/** Starts the MongoDB of the run, or uses the one in `MONGODB_URI`. Returns the function that stops it. */
export function setup(project: TestProject): Promise<() => Promise<void>> {
  return prepare(project, 1);
}

/** Bundles the service and starts this number of MongoDB servers. Returns the function that ends and removes them. */
export async function prepare(project: TestProject, mongods: number): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-server-'));
  const bundler = new URL('../../tools/bundle-server.mjs', import.meta.url).pathname;
  await runCommand(process.execPath, [bundler, 'src', folder]);
  project.provide('serverFile', join(folder, 'main.js'));
  const stopMongods = await startMongods(project, mongods);
  return async () => {
    await rm(folder, { recursive: true });
    await stopMongods();
  };
}

/** Starts this number of MongoDB servers, unless `MONGODB_URI` is set. Returns the function that stops them. */
async function startMongods(project: TestProject, count: number): Promise<() => Promise<void>> {
  const databasePrefix = `t_${randomBytes(3).toString('hex')}_`;
  project.provide('databasePrefix', databasePrefix);
  const given = process.env['MONGODB_URI'];
  if (given !== undefined && given !== '') {
    project.provide('mongodbUri', given);
    project.provide('mongodbUris', [given]);
    return () => dropDatabases(given, databasePrefix);
  }
  const mongods = await Promise.all(
    Array.from({ length: count }, () =>
      startEmbeddedMongod({ dbPath: null, isThrowaway: true, say: console.log }),
    ),
  );
  const uris = mongods.map(({ uri }) => uri);
  project.provide('mongodbUri', uris[0] ?? '');
  project.provide('mongodbUris', uris);
  return async () => void (await Promise.all(mongods.map((mongod) => mongod.stop())));
}

/** Removes the databases of the run from a server that others use. */
async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
