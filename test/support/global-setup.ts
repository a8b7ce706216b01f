import type {} from 'vitest';
import type { TestProject } from 'vitest/node';

import { startEmbeddedMongod } from '../../dev/embedded/mongod/server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** One real replica set for the whole run; each test file uses a database of its own on it. */
    mongodbUri: string;
  }
}

/** Starts the run's MongoDB, or takes the one that `MONGODB_URI` names; answers how to stop it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['MONGODB_URI'];
  if (given !== undefined && given !== '') {
    project.provide('mongodbUri', given);
    return () => Promise.resolve();
  }
  const mongod = await startEmbeddedMongod({ dbPath: null, say: console.log });
  project.provide('mongodbUri', mongod.uri);
  return () => mongod.stop();
}
