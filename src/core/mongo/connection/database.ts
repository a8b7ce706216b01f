import type { Db, MongoClient } from 'mongodb';

/** Under this key a handle keeps the driver's client, which opens every database: the same holds for it. */
export const connected = Symbol('connected');

/** Under this key a handle keeps the driver's database; who has no reason to import this file has no way to it. */
export const opened = Symbol('opened');

/**
 * The driver's own database, in which nothing keeps one project from another. For what opens handles, watches, and
 * sets up alone: dependency-rules.cjs lists who may import this file.
 */
export function databaseOf(system: { readonly [opened]: Db }): Db {
  return system[opened];
}

/** The driver's client, through which that database is reached, too; for the same files. */
export function clientOf(system: { readonly [connected]: MongoClient }): MongoClient {
  return system[connected];
}
