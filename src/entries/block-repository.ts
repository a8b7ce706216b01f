import type { ReleaseDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import { entries } from './repository.ts';
import type { EntryRecord } from './schema.ts';

/** The first entries, in any state, whose blocks hold a definition to something (`EntryRecord.block_uses`). */
export function findWithBlockUse(
  db: ReleaseDb,
  use: string,
  limit: number,
): Promise<Pick<EntryRecord, 'id' | 'type'>[]> {
  const projection = { id: 1, type: 1 };
  return rows(db, entries).find({ block_uses: use }, { sort: { id: 1 }, limit, projection });
}

/** A batch of the entries that have a block, drafts included, in the order of their ids. */
export function findUsingBlock(
  db: ReleaseDb,
  slug: string,
  { after, limit }: { after: string; limit: number },
): Promise<EntryRecord[]> {
  return rows(db, entries).find({ block_uses: slug, id: { $gt: after } }, { sort: { id: 1 }, limit });
}
