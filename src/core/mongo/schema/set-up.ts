import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Collection, type Document, MongoServerError } from 'mongodb';
import { systemClock } from '../../util/clock.ts';
import type { AnyCollection } from '../scope/collection.ts';
import type { SystemDb } from '../scope/handle.ts';
import { withLease } from '../transaction/lease.ts';
import { databaseOf } from '../connection/database.ts';

/** A numbered change of stored data that runs once per database, in order. It must be safe to run twice. */
export interface Migration {
  number: number;
  name: string;
  /** The oldest version of Galley that can read the migrated data; absent if every version can. */
  oldestBuild?: string;
  /** The collections whose documents it reads, for the estimate of its duration. */
  reads: readonly string[];
  run(system: SystemDb): Promise<void>;
}

interface SchemaRow {
  _id: 'schema';
  fingerprint: string;
  migrated: number;
  /** The newest version of Galley that upgraded the database. */
  build?: string;
  /** The oldest version of Galley that can still read the data. */
  oldest_build?: string;
  /** The time after which replaced indexes are dropped; absent once they are. */
  replaced_until?: Date;
}

/** Milliseconds for which processes of the previous version may still run after an upgrade. */
const upgradeMs = 3_600_000;
const clock = systemClock();

/** The collections and migrations of one version of Galley. */
export interface DatabaseDeclaration {
  build: string;
  collections: readonly AnyCollection[];
  migrations: readonly Migration[];
}

/**
 * Creates missing collections and indexes and runs new migrations; one process does, others wait. An older build than
 * the database's creates no indexes, as they might exceed the limit. Replaced indexes are dropped an hour later.
 *
 * @param warn - receives one sentence if a newer build upgraded the database
 * @throws Error if this build can't read the data of a newer build
 */
export async function setUpDatabase(
  system: SystemDb,
  { build, collections, migrations }: DatabaseDeclaration,
  warn: (message: string) => void,
): Promise<void> {
  const fingerprint = createHash('sha256').update(JSON.stringify(collections)).digest('hex');
  const newest = newestOf(migrations);
  const rows = schemaRows(system);
  const readRow = async () => checkReadable(await rows.findOne({ _id: 'schema' }), build);
  const isCurrent = (row: SchemaRow | null) =>
    row?.fingerprint === fingerprint && row.migrated === newest && row.build === build;
  const current = await readRow();
  const warning = newerBuildWarning(current, { build, newest });
  if (warning !== null) return warn(warning);
  if (isCurrent(current)) {
    if (current?.replaced_until === undefined || current.replaced_until > clock.now()) return;
    for (const { name, replacedIndexes = [] } of collections)
      await dropIndexes(system, name, replacedIndexes);
    await rows.updateOne({ _id: 'schema' }, { $unset: { replaced_until: 1 } });
    return;
  }

  await withLease(system, 'schema', async () => {
    const previous = await readRow();
    if (isCurrent(previous)) return;
    const warning = newerBuildWarning(previous, { build, newest });
    if (warning !== null) return warn(warning);
    await ensureCollections(system, collections);
    for (const migration of pendingMigrations(previous, migrations)) await migration.run(system);
    const oldest = migrations.flatMap(({ oldestBuild }) => oldestBuild ?? []).sort(byVersion);
    const oldest_build = [...oldest, previous?.oldest_build ?? '0.0.0'].sort(byVersion).at(-1) ?? '0.0.0';
    const replaced_until = new Date(clock.now().getTime() + upgradeMs);
    const row = { fingerprint, migrated: newest, build, oldest_build, replaced_until };
    await rows.replaceOne({ _id: 'schema' }, row, { upsert: true });
  });
}

/** Returns the row. @throws Error if this build can't read the stored data */
function checkReadable(row: SchemaRow | null, build: string): SchemaRow | null {
  if (row === null || !isOlder(build, row.oldest_build)) return row;
  const { build: newer = row.oldest_build } = row;
  throw new Error(
    `This database was upgraded by Galley ${newer}. Start ${newer} or newer, or restore the backup from before the upgrade.`,
  );
}

/** Returns a warning if a newer build upgraded the database, else null. */
export async function findNewerBuild(
  system: SystemDb,
  { build, migrations }: Pick<DatabaseDeclaration, 'build' | 'migrations'>,
): Promise<string | null> {
  const row = await schemaRows(system).findOne({ _id: 'schema' });
  return newerBuildWarning(row, { build, newest: newestOf(migrations) });
}

/** Returns a warning if a newer build upgraded the database, else null. */
export function newerBuildWarning(
  row: SchemaRow | null,
  own: { build: string; newest: number },
): string | null {
  if (row === null || (row.migrated <= own.newest && !isOlder(own.build, row.build))) return null;
  const { build = 'a newer version', migrated } = row;
  return (
    `This database was upgraded by Galley ${build} (migration ${migrated}); this is ${own.build}. ` +
    'It starts and creates no indexes, so some reads may be slower.'
  );
}

/** The row with the state of the database's schema. */
export function schemaRows(system: SystemDb): Collection<SchemaRow> {
  return databaseOf(system).collection<SchemaRow>('schema_versions');
}

/** The migrations that the database still needs, in order. */
export function pendingMigrations(
  row: Pick<SchemaRow, 'migrated'> | null,
  migrations: readonly Migration[],
): Migration[] {
  return migrations
    .filter(({ number }) => row === null || number > row.migrated)
    .sort((a, b) => a.number - b.number);
}

export function newestOf(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map((migration) => migration.number));
}

function isOlder(build: string, than: string | undefined): boolean {
  return than !== undefined && byVersion(build, than) < 0;
}

/** Orders versions such as 0.10.2 by their numbers. */
function byVersion(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Creates missing collections and indexes. */
export async function ensureCollections(
  system: SystemDb,
  collections: readonly AnyCollection[],
): Promise<void> {
  for (const collection of collections) await ensureCollection(system, collection);
}

/** Lists missing collections (`entries`) and indexes (`entries {project_id, type}`). */
export async function missingParts(
  system: SystemDb,
  collections: readonly AnyCollection[],
): Promise<string[]> {
  const existingNames = new Set(
    (await databaseOf(system).listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name),
  );
  const names: string[] = [];
  for (const { name, indexes } of collections) {
    if (!existingNames.has(name)) {
      names.push(name);
      continue;
    }
    const existingKeys = new Set(
      (await databaseOf(system).collection(name).indexes()).map((index) => JSON.stringify(index.key)),
    );
    const missingIndexes = indexes.filter(({ key }) => !existingKeys.has(JSON.stringify(key)));
    names.push(...missingIndexes.map(({ key }) => `${name} {${Object.keys(key).join(', ')}}`));
  }
  return names;
}

/** Drops indexes. Ignores those that do not exist or that another process drops at the same time. */
async function dropIndexes(system: SystemDb, collection: string, names: readonly string[]): Promise<void> {
  const rows = databaseOf(system).collection(collection);
  const existingIndexes = names.length === 0 ? [] : await rows.indexes();
  for (const { name } of existingIndexes) {
    if (name === undefined || !names.includes(name)) continue;
    await rows.dropIndex(name).catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.codeName === 'IndexNotFound')) throw error;
    });
  }
}

/** MongoDB's maximum of indexes per collection, including `_id`. */
const indexesMax = 64;

/** Drops just enough replaced indexes that the new indexes don't exceed `indexesMax`. */
async function makeRoomForIndexes(
  system: SystemDb,
  { name, indexes, replacedIndexes = [] }: AnyCollection,
): Promise<void> {
  if (replacedIndexes.length === 0) return;
  const existingIndexes = await databaseOf(system).collection(name).indexes();
  const existingKeys = new Set(existingIndexes.map(({ key }) => JSON.stringify(key)));
  const missingIndexes = indexes.filter(({ key }) => !existingKeys.has(JSON.stringify(key)));
  const excess = existingIndexes.length + missingIndexes.length - indexesMax;
  const names = existingIndexes.map((index) => index.name);
  const replaced = replacedIndexes.filter((replacedName) => names.includes(replacedName));
  if (excess > 0) await dropIndexes(system, name, replaced.slice(-excess));
}

/** MongoDB 6.0 rejects `create` for a collection that exists, and the role readWrite doesn't include `collMod`. */
async function replaceValidator(system: SystemDb, name: string, validator: Document): Promise<void> {
  const [collection] = await databaseOf(system).listCollections({ name }).toArray();
  const options: Document =
    collection !== undefined && 'options' in collection ? (collection.options ?? {}) : {};
  if (isDeepStrictEqual(options['validator'], validator)) return;
  await databaseOf(system).command({ collMod: name, validator });
}

async function ensureCollection(system: SystemDb, collection: AnyCollection): Promise<void> {
  const { name, scope, indexes } = collection;
  const owners =
    scope === 'system' ? [] : scope === 'project' ? ['project_id'] : ['project_id', 'release_id'];
  const properties = Object.fromEntries(owners.map((key) => [key, { bsonType: 'string' }]));
  const validator = { $jsonSchema: { required: ['_id', ...owners], properties } };
  try {
    await databaseOf(system).createCollection(name, { validator });
  } catch (error) {
    const exists = error instanceof MongoServerError && error.codeName === 'NamespaceExists';
    if (!exists) throw error;
    await replaceValidator(system, name, validator);
  }
  await makeRoomForIndexes(system, collection);
  if (indexes.length > 0)
    await databaseOf(system)
      .collection(name)
      .createIndexes([...indexes]);
}
