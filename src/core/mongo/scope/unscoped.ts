import type { ClientSession, Collection } from 'mongodb';
import type { CollectionSpec } from './collection.ts';
import type { SystemDb } from './handle.ts';
import { databaseOf } from '../connection/database.ts';

/** Opens a collection across all projects. dependency-rules.cjs lists the allowed importers with their reasons. */
export function unscopedRows<R extends object>(system: SystemDb, spec: CollectionSpec<R>): Collection<R> {
  return databaseOf(system).collection<R>(spec.name);
}

/** Returns options that run an operation on an unscoped collection in the handle's transaction. */
export function sessionOptions({ session }: Pick<SystemDb, 'session'>): { session?: ClientSession } {
  return session === null ? {} : { session };
}
