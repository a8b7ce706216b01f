import { databaseOf } from '../connection/database.ts';
import type { SystemDb } from '../scope/handle.ts';
import {
  type DatabaseDeclaration,
  findNewerBuild,
  type Migration,
  missingParts,
  pendingMigrations,
  schemaRows,
} from './set-up.ts';

/** The changes that the next start of this version makes in the database. */
export interface UpgradePlan {
  /** The version that upgraded the database last; null if none did or a very old one. */
  from: string | null;
  to: string;
  /** A warning if a newer version upgraded the database, else null. */
  newerBuild: string | null;
  /** Missing collections (`entries`) and indexes (`entries {project_id, type}`). */
  missing: string[];
  migrations: PlannedMigration[];
  /** Estimated seconds for the migrations. Indexes take less and don't block reads or writes. */
  seconds: number;
}

interface PlannedMigration {
  number: number;
  name: string;
  /** Estimated documents that it reads. */
  documents: number;
}

/** Documents that a migration reads per second on a small machine. */
const documentsPerSecond = 2_000;

/** Compares the database with what this version declares. A start of an older version changes nothing. */
export async function planUpgrade(system: SystemDb, declared: DatabaseDeclaration): Promise<UpgradePlan> {
  const { build, collections, migrations } = declared;
  const newerBuild = await findNewerBuild(system, declared);
  const row = await schemaRows(system).findOne({ _id: 'schema' });
  const from = row?.build ?? null;
  if (newerBuild !== null) return { from, to: build, newerBuild, missing: [], migrations: [], seconds: 0 };
  const planned = await Promise.all(
    pendingMigrations(row, migrations).map((migration) => planMigration(system, migration)),
  );
  const documents = planned.reduce((sum, migration) => sum + migration.documents, 0);
  return {
    from,
    to: build,
    newerBuild,
    missing: await missingParts(system, collections),
    migrations: planned,
    seconds: Math.ceil(documents / documentsPerSecond),
  };
}

async function planMigration(
  system: SystemDb,
  { number, name, reads }: Migration,
): Promise<PlannedMigration> {
  const counts = await Promise.all(
    reads.map((collection) => databaseOf(system).collection(collection).estimatedDocumentCount()),
  );
  return { number, name, documents: counts.reduce((sum, count) => sum + count, 0) };
}
