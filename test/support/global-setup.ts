import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import type {} from 'vitest';
import type { TestProject } from 'vitest/node';

import { startEmbeddedMongod } from '../../dev/embedded/mongod/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One real replica set for the whole run; workers and test files use databases of their own on it. */
    mongodbUri: string;
    /** What the names of this run's databases begin with. */
    databasePrefix: string;
  }
}

/** Starts the run's MongoDB, or takes the one that `MONGODB_URI` names; answers how to stop it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const databasePrefix = `t_${randomBytes(3).toString('hex')}_`;
  project.provide('databasePrefix', databasePrefix);
  const given = process.env['MONGODB_URI'];
  if (given !== undefined && given !== '') {
    project.provide('mongodbUri', given);
    return () => dropDatabases(given, databasePrefix);
  }
  const mongod = await startEmbeddedMongod({ dbPath: null, isThrowaway: true, say: console.log });
  project.provide('mongodbUri', mongod.uri);
  return () => mongod.stop();
}

/** Leaves a server that others use as it was. */
async function dropDatabases(uri: string, prefix: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
