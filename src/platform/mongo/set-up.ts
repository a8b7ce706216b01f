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
    await ensureCollections(system, collections);
    for (const migration of [...migrations].sort((a, b) => a.number - b.number)) {
      if (before === null || migration.number > before.migrated) await migration.run(system);
    }
    await rows.replaceOne({ _id: 'schema' }, { fingerprint, migrated: newest }, { upsert: true });
  });
}

/** Makes the collections and indexes that are missing; the rest stays as it is. */
export async function ensureCollections(
  system: SystemDb,
  collections: readonly AnyCollection[],
): Promise<void> {
  for (const collection of collections) await ensureCollection(system, collection);
}

/** What the code declares and the database lacks: `entries`, or `entries {project_id, type}` for an index. */
export async function missingParts(
  { db }: SystemDb,
  collections: readonly AnyCollection[],
): Promise<string[]> {
  const present = new Set(
    (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  const missing: string[] = [];
  for (const { name, indexes } of collections) {
    if (!present.has(name)) {
      missing.push(name);
      continue;
    }
    const made = new Set((await db.collection(name).indexes()).map((index) => JSON.stringify(index.key)));
    const lacking = indexes.filter(({ key }) => !made.has(JSON.stringify(key)));
    missing.push(...lacking.map(({ key }) => `${name} {${Object.keys(key).join(', ')}}`));
  }
  return missing;
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
