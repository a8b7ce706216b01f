import type { ClientSession, Collection } from 'mongodb';
import type { CollectionSpec } from './collection.ts';
import type { SystemDb } from './handle.ts';

/**
 * Opens a collection across all projects. Only key lookup, project rows, clone, the watcher, jobs and the
 * command line may import this file; the list stands in dependency-rules.cjs.
 */
export function allRows<R extends object>(system: SystemDb, spec: CollectionSpec<R>): Collection<R> {
  return system.db.collection<R>(spec.name);
}

/** The options that keep an operation on such a collection inside the handle's transaction. */
export function inside({ session }: Pick<SystemDb, 'session'>): { session?: ClientSession } {
  return session === null ? {} : { session };
}
