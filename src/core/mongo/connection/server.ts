import { clientOf, databaseOf } from './database.ts';
import type { SystemDb } from '../scope/handle.ts';

/** The database's name, which tells the caches of several installations in one process apart. */
export function databaseName(system: SystemDb): string {
  return databaseOf(system).databaseName;
}

/** @throws when the server does not answer within the time-out */
export async function ping(system: SystemDb, timeoutMs: number): Promise<void> {
  await databaseOf(system).command({ ping: 1 }, { timeoutMS: timeoutMs });
}

/** The version of the server, such as 7.0.14. */
export async function serverVersion(system: SystemDb): Promise<string> {
  const { version = '' } = (await clientOf(system).db('admin').command({ buildInfo: 1 })) as {
    version?: string;
  };
  return version;
}
