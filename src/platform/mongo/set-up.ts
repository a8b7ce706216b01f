import { createHash } from 'node:crypto';
import { MongoServerError } from 'mongodb';
import type { AnyCollection } from './collection.ts';
import type { SystemDb } from './handle.ts';
import { withLease } from './lease.ts';

/** A numbered change of stored data, run once per database, in order. Must be harmless when run twice. */
export interface Migration {
  number: number;
  name: string;
  run(system: SystemDb): Promise<void>;
}

interface SchemaRow {
  _id: 'schema';
  fingerprint: string;
  migrated: number;
}

/**
 * Brings the database to what the code declares: collections, indexes, then the migrations that it has not seen.
 * One process does it, the others wait; when nothing changed since the last start it costs one read.
 */
export async function setUpDatabase(
  system: SystemDb,
  collections: readonly AnyCollection[],
  migrations: readonly Migration[],
): Promise<void> {
  const fingerprint = createHash('sha256').update(JSON.stringify(collections)).digest('hex');
  const newest = Math.max(0, ...migrations.map((migration) => migration.number));
  const rows = system.db.collection<SchemaRow>('schema_versions');
  const isCurrent = async () =>
    (await rows.findOne({ _id: 'schema', fingerprint, migrated: newest })) !== null;
  if (await isCurrent()) return;

  await withLease(system, 'schema', async () => {
    if (await isCurrent()) return;
    const before = await rows.findOne({ _id: 'schema' });
    for (const collection of collections) await ensureCollection(system, collection);
    for (const migration of [...migrations].sort((a, b) => a.number - b.number)) {
      if (before === null || migration.number > before.migrated) await migration.run(system);
    }
    await rows.replaceOne({ _id: 'schema' }, { fingerprint, migrated: newest }, { upsert: true });
  });
}

async function ensureCollection({ db }: SystemDb, { name, scope, indexes }: AnyCollection): Promise<void> {
  const owners =
    scope === 'system' ? [] : scope === 'project' ? ['project_id'] : ['project_id', 'release_id'];
  const properties = Object.fromEntries(owners.map((key) => [key, { bsonType: 'string' }]));
  const validator = { $jsonSchema: { required: ['_id', ...owners], properties } };
  try {
    await db.createCollection(name, { validator });
  } catch (error) {
    const exists = error instanceof MongoServerError && error.codeName === 'NamespaceExists';
    if (!exists) throw error;
    await db.command({ collMod: name, validator });
  }
  if (indexes.length > 0) await db.collection(name).createIndexes([...indexes]);
}
