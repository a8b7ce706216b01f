import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Collection, type Document, MongoServerError } from 'mongodb';
import { systemClock } from '../../util/clock.ts';
import type { AnyCollection } from '../scope/collection.ts';
import type { SystemDb } from '../scope/handle.ts';
import { withLease } from '../transaction/lease.ts';
import { databaseOf } from '../connection/database.ts';

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
  /** When replaced indexes may go; absent when they are gone. */
  replaced_until?: Date;
}

/** How long the processes of the version before may go on beside the new ones, in milliseconds. */
const upgradeMs = 3_600_000;
const clock = systemClock();

/** What a version of the service brings. */
export interface DatabaseDeclaration {
  build: string;
  collections: readonly AnyCollection[];
  migrations: readonly Migration[];
}

/**
 * Brings the database to what the code declares: collections, indexes, then the migrations that it has not seen. One
 * process does it, the others wait; when nothing changed since the last start it costs one read. A build that is older
 * than the database, as after a roll-back, creates nothing: its indexes may have no room beside those of the newer one.
 * Replaced indexes serve the processes of the previous version for an hour; the first start after that drops them.
 *
 * @param warn - receives one sentence when the database is of a newer build.
 * @throws Error when a newer build marked what it stored as unreadable for this one.
 */
export async function setUpDatabase(
  system: SystemDb,
  { build, collections, migrations }: DatabaseDeclaration,
  warn: (message: string) => void,
): Promise<void> {
  const fingerprint = createHash('sha256').update(JSON.stringify(collections)).digest('hex');
  const newest = newestOf(migrations);
  const rows = schemaRows(system);
  const found = async () => readable(await rows.findOne({ _id: 'schema' }), build);
  const isCurrent = (row: SchemaRow | null) =>
    row?.fingerprint === fingerprint && row.migrated === newest && row.build === build;
  const current = await found();
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
    const before = await found();
    if (isCurrent(before)) return;
    const warning = newerBuildWarning(before, { build, newest });
    if (warning !== null) return warn(warning);
    await ensureCollections(system, collections);
    for (const migration of [...migrations].sort((a, b) => a.number - b.number)) {
      if (before === null || migration.number > before.migrated) await migration.run(system);
    }
    const oldest = migrations.flatMap(({ oldestBuild }) => oldestBuild ?? []).sort(byVersion);
    const oldest_build = [...oldest, before?.oldest_build ?? '0.0.0'].sort(byVersion).at(-1) ?? '0.0.0';
    const replaced_until = new Date(clock.now().getTime() + upgradeMs);
    const row = { fingerprint, migrated: newest, build, oldest_build, replaced_until };
    await rows.replaceOne({ _id: 'schema' }, row, { upsert: true });
  });
}

/** @throws Error when what is stored cannot be read by this build */
function readable(row: SchemaRow | null, build: string): SchemaRow | null {
  if (row === null || !isOlder(build, row.oldest_build)) return row;
  const { build: newer = row.oldest_build } = row;
  throw new Error(
    `This database was upgraded by Galley ${newer}. Start ${newer} or newer, or restore the backup from before the upgrade.`,
  );
}

/** What to say of a database that a newer build brought up to date; null when this build is not older. */
export async function findNewerBuild(
  system: SystemDb,
  { build, migrations }: Pick<DatabaseDeclaration, 'build' | 'migrations'>,
): Promise<string | null> {
  const row = await schemaRows(system).findOne({ _id: 'schema' });
  return newerBuildWarning(row, { build, newest: newestOf(migrations) });
}

function newerBuildWarning(row: SchemaRow | null, own: { build: string; newest: number }): string | null {
  if (row === null || (row.migrated <= own.newest && !isOlder(own.build, row.build))) return null;
  const { build = 'a newer version', migrated } = row;
  return (
    `This database was upgraded by Galley ${build} (migration ${migrated}); this is ${own.build}. ` +
    'It starts and creates no indexes, so some reads may be slower.'
  );
}

function schemaRows(system: SystemDb): Collection<SchemaRow> {
  return databaseOf(system).collection<SchemaRow>('schema_versions');
}

function newestOf(migrations: readonly Migration[]): number {
  return Math.max(0, ...migrations.map((migration) => migration.number));
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

/** Harmless where they are gone, and where another process drops them too. */
async function dropIndexes(system: SystemDb, collection: string, names: readonly string[]): Promise<void> {
  const rows = databaseOf(system).collection(collection);
  const present = names.length === 0 ? [] : await rows.indexes();
  for (const { name } of present) {
    if (name === undefined || !names.includes(name)) continue;
    await rows.dropIndex(name).catch((error: unknown) => {
      if (!(error instanceof MongoServerError && error.codeName === 'IndexNotFound')) throw error;
    });
  }
}

/** So many indexes a collection of MongoDB may have, that of `_id` among them. */
const indexesMax = 64;

/** Drops the last of the replaced indexes, as far as those that are to be made have no room beside them. */
async function makeRoom(
  system: SystemDb,
  { name, indexes, replacedIndexes = [] }: AnyCollection,
): Promise<void> {
  if (replacedIndexes.length === 0) return;
  const present = await databaseOf(system).collection(name).indexes();
  const made = new Set(present.map(({ key }) => JSON.stringify(key)));
  const lacking = indexes.filter(({ key }) => !made.has(JSON.stringify(key)));
  const over = present.length + lacking.length - indexesMax;
  const names = present.map((index) => index.name);
  const replaced = replacedIndexes.filter((one) => names.includes(one));
  if (over > 0) await dropIndexes(system, name, replaced.slice(-over));
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
  await makeRoom(system, collection);
  if (indexes.length > 0)
    await databaseOf(system)
      .collection(name)
      .createIndexes([...indexes]);
}
