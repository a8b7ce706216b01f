import type { ClientSession, Collection } from 'mongodb';
import type { CollectionSpec } from './collection.ts';
import type { SystemDb } from './handle.ts';
import { databaseOf } from '../connection/database.ts';

/**
 * Opens a collection across all projects. The files that may import this stand in dependency-rules.cjs, each with
 * its reason.
 */
export function unscopedRows<R extends object>(system: SystemDb, spec: CollectionSpec<R>): Collection<R> {
  return databaseOf(system).collection<R>(spec.name);
}

/** The options that keep an operation on such a collection inside the handle's transaction. */
export function sessionOptions({ session }: Pick<SystemDb, 'session'>): { session?: ClientSession } {
  return session === null ? {} : { session };
}
