import type { ReleaseDb, Within } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { hiddenMark } from '../derive.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';

/**
 * A batch ends above this size, because each entry can have megabytes in each snapshot and the batch is held in memory.
 */
const batchBytes = 8 * 1024 * 1024;

/** Entries that one transaction changes. */
export interface Batch {
  entries: EntryRecord[];
  isLast: boolean;
}

/** A batch of the entries of a type in the order of their ids. */
export function findBatch(db: ReleaseDb, type: string, after: string, limit: number): Promise<Batch> {
  return readBatch(db, { type, id: { $gt: after } }, limit);
}

/** A batch of the entries that have a block, also in drafts and removed fields, in the order of their ids. */
export function findBlockBatch(db: ReleaseDb, slug: string, after: string, limit: number): Promise<Batch> {
  return readBatch(db, { block_uses: { $in: [slug, `${hiddenMark}${slug}`] }, id: { $gt: after } }, limit);
}

/** The ids of the first entries of a type. */
export async function findFirstIds(db: ReleaseDb, type: string, limit: number): Promise<string[]> {
  const options = { sort: { id: 1 }, limit, projection: { id: 1 } } as const;
  return (await rows(db, entries).find({ type }, options)).map(({ id }) => id);
}

/** Counts up to `max` entries of a type. */
export function countEntriesOf(db: ReleaseDb, type: string, max: number): Promise<number> {
  return rows(db, entries).count({ type }, max);
}

/** Yields all entries of a type in the order of their creation, one after another. */
export function streamEntries(db: ReleaseDb, type: string): AsyncIterable<EntryRecord> {
  return rows(db, entries).stream({ type }, { sort: { created_at: 1, id: 1 } });
}

async function readBatch(db: ReleaseDb, filter: Within<EntryRecord>, limit: number): Promise<Batch> {
  const batch: EntryRecord[] = [];
  let readBytes = 0;
  const isWhole = await rows(db, entries).findWhile(filter, { sort: { id: 1 }, limit }, (entry, bytes) => {
    batch.push(entry);
    readBytes += bytes;
    return readBytes <= batchBytes;
  });
  return { entries: batch, isLast: isWhole && batch.length < limit };
}
