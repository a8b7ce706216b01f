import type { ReleaseDb, TakeRow } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';

/** Rows of one batch. Each can have megabytes. */
const rowsAtOnce = 20;

/** The first entries, in any state, with a value of `block_uses` (schema.ts). */
export function findWithBlockUse(
  db: ReleaseDb,
  use: string,
  limit: number,
): Promise<Pick<EntryRecord, 'id' | 'type'>[]> {
  const projection = { id: 1, type: 1 };
  return rows(db, entries).find({ block_uses: use }, { sort: { id: 1 }, limit, projection });
}

/**
 * Passes entries with a block, drafts included, to `take` in id order until it returns false. Returns whether all were
 * taken.
 */
export function findUsingBlockWhile(
  db: ReleaseDb,
  slug: string,
  take: TakeRow<Pick<EntryRecord, 'type' | 'draft' | 'live' | 'pending' | 'live_until'>>,
): Promise<boolean> {
  const projection = { type: 1, draft: 1, live: 1, 'pending.values': 1, live_until: 1 };
  const options = { sort: { id: 1 }, batchSize: rowsAtOnce, projection } as const;
  return rows(db, entries).findWhile({ block_uses: slug }, options, take);
}
