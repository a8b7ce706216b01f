import { createHash } from 'node:crypto';
import { MongoServerError } from 'mongodb';
import type { AnyCollection } from './collection.ts';
import type { SystemDb } from './handle.ts';
import { withLease } from './lease.ts';
import { databaseOf } from './database.ts';

/** A numbered change of stored data, run once per database, in order. Must be harmless when run twice. */
export interface Migration {
  number: number;
  name: string;
  /** The oldest version of the service that can read what this leaves behind; absent when every one can. */
  oldestBuild?: string;
  run(system: SystemDb): Promise<void>;
}

interface SchemaRow {
  _id: 'schema';
  fingerprint: string;
  migrated: number;
  /** The newest version of the service that brought the database up to date. */
  build?: string;
  /** The oldest version that may still read it. */
  oldest_build?: string;
}

/** What a version of the service brings. */
export interface DatabaseDeclaration {
  build: string;
  collections: readonly AnyCollection[];
  migrations: readonly Migration[];
}

/**
 * Brings the database to what the code declares: collections, indexes, then the migrations that it has not seen.
 * One process does it, the others wait; when nothing changed since the last start it costs one read. A build that is
 * older than the database, as after a roll-back, makes what it lacks and leaves the mark of the newer one.
 *
 * @param warn - is told in one sentence that the database is of a newer build.
 * @throws Error when a newer build says that this one cannot read what it stored.
 */
export async function setUpDatabase(
  system: SystemDb,
  { build, collections, migrations }: DatabaseDeclaration,
  warn: (message: string) => void,
): Promise<void> {
  const fingerprint = createHash('sha256').update(JSON.stringify(collections)).digest('hex');
  const newest = Math.max(0, ...migrations.map((migration) => migration.number));
  const rows = databaseOf(system).collection<SchemaRow>('schema_versions');
  const found = async () => readable(await rows.findOne({ _id: 'schema' }), build);
  const isCurrent = (row: SchemaRow | null) =>
    row?.fingerprint === fingerprint && row.migrated === newest && row.build === build;
  if (isCurrent(await found())) return;

  await withLease(system, 'schema', async () => {
    const before = await found();
    if (isCurrent(before)) return;
    await ensureCollections(system, collections);
    for (const migration of [...migrations].sort((a, b) => a.number - b.number)) {
      if (before === null || migration.number > before.migrated) await migration.run(system);
    }
    const newer = before !== null && (before.migrated > newest || isOlder(build, before.build));
    if (newer) return warn(`${newerBuild(before, build)} It may be read by this one too, and goes on.`);
    const oldest = migrations.flatMap(({ oldestBuild }) => oldestBuild ?? []).sort(byVersion);
    const oldest_build = [...oldest, before?.oldest_build ?? '0.0.0'].sort(byVersion).at(-1) ?? '0.0.0';
    const row = { fingerprint, migrated: newest, build, oldest_build };
    await rows.replaceOne({ _id: 'schema' }, row, { upsert: true });
  });
}

/** @throws Error when what is stored cannot be read by this build */
function readable(row: SchemaRow | null, build: string): SchemaRow | null {
  if (row === null || !isOlder(build, row.oldest_build)) return row;
  throw new Error(
    `${newerBuild(row, build)} It can be read by ${row.oldest_build} and newer alone: start one of those.`,
  );
}

function newerBuild({ build = 'a newer version', migrated }: SchemaRow, own: string): string {
  return `The database was brought up to date by Galley ${build} (migration ${migrated}); this is ${own}.`;
}

function isOlder(build: string, than: string | undefined): boolean {
  return than !== undefined && byVersion(build, than) < 0;
}

/** Orders versions such as 0.10.2 by their numbers. */
function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
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
  system: SystemDb,
  collections: readonly AnyCollection[],
): Promise<string[]> {
  const present = new Set(
    (await databaseOf(system).listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  const missing: string[] = [];
  for (const { name, indexes } of collections) {
    if (!present.has(name)) {
      missing.push(name);
      continue;
    }
    const made = new Set(
      (await databaseOf(system).collection(name).indexes()).map((index) => JSON.stringify(index.key)),
    );
    const lacking = indexes.filter(({ key }) => !made.has(JSON.stringify(key)));
    missing.push(...lacking.map(({ key }) => `${name} {${Object.keys(key).join(', ')}}`));
  }
  return missing;
}

async function ensureCollection(system: SystemDb, { name, scope, indexes }: AnyCollection): Promise<void> {
  const owners =
    scope === 'system' ? [] : scope === 'project' ? ['project_id'] : ['project_id', 'release_id'];
  const properties = Object.fromEntries(owners.map((key) => [key, { bsonType: 'string' }]));
  const validator = { $jsonSchema: { required: ['_id', ...owners], properties } };
  try {
    await databaseOf(system).createCollection(name, { validator });
  } catch (error) {
    const exists = error instanceof MongoServerError && error.codeName === 'NamespaceExists';
    if (!exists) throw error;
    await databaseOf(system).command({ collMod: name, validator });
  }
  if (indexes.length > 0)
    await databaseOf(system)
      .collection(name)
      .createIndexes([...indexes]);
}
