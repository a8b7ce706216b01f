import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import { inject } from 'vitest';
import { collections } from './assembly.ts';

/** To empty more rows than this takes longer than to make the collections and indexes again. */
const rowsMax = 2_000;
const known: ReadonlySet<string> = new Set([
  ...collections.map(({ name }) => name),
  'leases',
  'schema_versions',
]);

/** Empty databases of this worker that have all collections and indexes. */
const emptied: string[] = [];

/** The name of a database without a row of content. A service starts in a tenth of the time where one was before. */
export function takeDatabase(): string {
  return emptied.pop() ?? `${inject('databasePrefix')}${randomUUID().slice(0, 13)}`;
}

/** What the service's start wrote about the database; tests that change it leave a database that is not used again. */
export async function markOf(db: Db): Promise<string> {
  return JSON.stringify(await db.collection('schema_versions').find().toArray());
}

/** Empties the database for the next service, or drops it when it holds much, or what no service makes. */
export async function returnDatabase(db: Db, markAtStart: string): Promise<void> {
  const [mark, present, { objects }] = await Promise.all([
    markOf(db),
    db.listCollections({}, { nameOnly: true }).toArray(),
    db.stats(),
  ]);
  const names = present.map(({ name }) => name);
  const isAsMade = mark === markAtStart && names.every((name) => known.has(name));
  if (!isAsMade || Number(objects) > rowsMax) return void (await db.dropDatabase());
  const filled = names.filter((name) => name !== 'schema_versions');
  await Promise.all(filled.map((name) => db.collection(name).deleteMany({})));
  emptied.push(db.databaseName);
}
