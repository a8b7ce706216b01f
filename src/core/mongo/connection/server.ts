import { clientOf, databaseOf } from './database.ts';
import type { SystemDb } from '../scope/handle.ts';

/** Returns the database's name, which separates the caches of several installations in one process. */
export function databaseName(system: SystemDb): string {
  return databaseOf(system).databaseName;
}

/** @throws if the server does not respond within the timeout */
export async function ping(system: SystemDb, timeoutMs: number): Promise<void> {
  await databaseOf(system).command({ ping: 1 }, { timeoutMS: timeoutMs });
}

/** Returns the server's version, such as 7.0.14. */
export async function serverVersion(system: SystemDb): Promise<string> {
  const { version = '' } = (await clientOf(system).db('admin').command({ buildInfo: 1 })) as {
    version?: string;
  };
  return version;
}
