import { databaseOf } from '../connection/database.ts';
import type { SystemDb } from '../scope/handle.ts';
import {
  type DatabaseDeclaration,
  type Migration,
  missingParts,
  newerBuildWarning,
  newestOf,
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
  /** Whether anything changes. */
  isPending: boolean;
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
  const row = await schemaRows(system).findOne({ _id: 'schema' });
  const versions = { from: row?.build ?? null, to: build };
  const newerBuild = newerBuildWarning(row, { build, newest: newestOf(migrations) });
  if (newerBuild !== null)
    return { ...versions, newerBuild, missing: [], migrations: [], seconds: 0, isPending: false };
  const missing = await missingParts(system, collections);
  const pending = await Promise.all(
    pendingMigrations(row, migrations).map((migration) => planMigration(system, migration)),
  );
  const documents = pending.reduce((sum, migration) => sum + migration.documents, 0);
  return {
    ...versions,
    newerBuild,
    missing,
    migrations: pending,
    seconds: Math.ceil(documents / documentsPerSecond),
    isPending: missing.length + pending.length > 0,
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
