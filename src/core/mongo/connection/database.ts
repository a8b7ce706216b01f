import type { Db, MongoClient } from 'mongodb';

/** Keys under which a handle stores the driver's client and database. Only files that import them have access. */
export const connected = Symbol('connected');
export const opened = Symbol('opened');

/** Returns the driver's database, which does not separate projects. dependency-rules.cjs lists the allowed importers. */
export function databaseOf(system: { readonly [opened]: Db }): Db {
  return system[opened];
}

/** Returns the driver's client, with which every database can be opened. */
export function clientOf(system: { readonly [connected]: MongoClient }): MongoClient {
  return system[connected];
}
