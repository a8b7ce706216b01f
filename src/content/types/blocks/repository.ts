import type { Collection } from 'mongodb';
import {
  type CollectionSpec,
  grantedBy,
  ofModules,
  releaseCollection,
  type ReleaseDb,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import { keptUntilIndex, unsettledAt } from '../repository.ts';
import type { Unsettled } from '../schema.ts';
import type { BlockRecord } from './schema.ts';

export const blockDefinitions = grantedBy(
  ofModules(
    releaseCollection<BlockRecord>('blocks', [
      { key: { project_id: 1, release_id: 1, slug: 1 }, unique: true },
      { key: { is_settled: 1 }, name: 'unsettled', partialFilterExpression: { is_settled: false } },
      keptUntilIndex,
    ]),
    'schema',
  ),
  { areas: ['content'] },
);

type OwnedBlock = BlockRecord & { project_id: string; release_id: string };

/** Maximum rows in one page of the settle job. */
const unsettledMax = 100;

/** All definitions of the release by creation date. */
export function findBlocks(db: ReleaseDb): Promise<BlockRecord[]> {
  return rows(db, blockDefinitions).findLarge({}, { sort: { created_at: 1, slug: 1 } });
}

export function findBlock(db: ReleaseDb, slug: string): Promise<BlockRecord | null> {
  return rows(db, blockDefinitions).findOne({ slug });
}

export function insertBlock(db: ReleaseDb, record: BlockRecord): Promise<void> {
  return rows(db, blockDefinitions).insertOne(record);
}

export async function replaceBlock(db: ReleaseDb, record: BlockRecord): Promise<void> {
  await rows(db, blockDefinitions).replaceOne({ slug: record.slug }, record);
}

export async function removeBlock(db: ReleaseDb, slug: string): Promise<void> {
  await rows(db, blockDefinitions).deleteOne({ slug });
}

/** The bytes in responses of all definitions of the release except one. */
export async function blockBytes(db: ReleaseDb, except: string): Promise<number> {
  const sizes = await rows(db, blockDefinitions).find(
    { slug: { $ne: except } },
    { projection: { definition_bytes: 1 } },
  );
  return sizes.reduce((sum, { definition_bytes: bytes = 0 }) => sum + bytes, 0);
}

/** Definitions of all projects and releases that the settle job must process. */
export function findUnsettledBlocks(
  system: SystemDb,
  { now, except }: { now: Date; except: readonly string[] },
): Promise<Unsettled[]> {
  const all: Collection<OwnedBlock> = unscopedRows(system, blockDefinitions as CollectionSpec<OwnedBlock>);
  return all
    .find(unsettledAt(now, except), {
      projection: { project_id: 1, release_id: 1, slug: 1 },
      maxTimeMS: 2_000,
      limit: unsettledMax,
    })
    .toArray();
}
