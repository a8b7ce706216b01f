import { goesOn, visible } from '../../../../lifecycle/index.ts';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { entries } from '../repository.ts';

/** The numbers of entries in which a field has a value. */
export interface FieldUse {
  /** In the draft, the published version or a scheduled change. */
  entries: number;
  /** In the version that readers see. */
  live: number;
}

const entriesPerQuery = 1_000;
/** A count stops above this number, so that it ends for types of any size. */
export const countedEntriesMax = 10_000;
export const countingMs = 2_000;

/**
 * Counts the entries of a type that have a value (not null, `""` or `[]`) in each of the fields: in the default locale,
 * or an own one in further locales with these ids.
 * @returns the uses in the order of `keys`, and whether counting stopped early, so that they are lower bounds
 */
export async function countFieldUses(
  db: ReleaseDb,
  {
    type,
    keys,
    now,
    locales,
  }: { type: string; keys: readonly string[]; now: Date; locales?: readonly string[] },
): Promise<{ uses: FieldUse[]; isCapped: boolean }> {
  const uses = keys.map(() => ({ entries: 0, live: 0 }));
  const endsAt = performance.now() + countingMs;
  let after = '';
  do {
    const [page] = await rows(db, entries).aggregate<Record<string, number> & { last: string }>(
      { type, id: { $gt: after } },
      [{ $sort: { id: 1 } }, { $limit: entriesPerQuery }, { $group: groupOf(keys, now, locales) }],
    );
    if (page === undefined) return { uses, isCapped: false };
    for (const [i, use] of uses.entries()) {
      use.entries += page[`entries${i}`] ?? 0;
      use.live += page[`live${i}`] ?? 0;
    }
    after = page.last;
    if (uses.every((use) => use.entries > countedEntriesMax)) return { uses, isCapped: true };
  } while (performance.now() < endsAt);
  return { uses, isCapped: true };
}

/** Counts the entries of a type that readers of the default locale see, up to `countedEntriesMax`. */
export function countLiveEntries(db: ReleaseDb, { type, now }: { type: string; now: Date }): Promise<number> {
  return rows(db, entries).count({ type, ...visible(now) }, countedEntriesMax);
}

function groupOf(
  keys: readonly string[],
  now: Date,
  locales?: readonly string[],
): Record<string, object | null> {
  const hasValue = (path: string) => ({ $not: [{ $in: [{ $ifNull: [path, null] }, [null, '', []]] }] });
  const count = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
  const counts = keys.flatMap((key, i) => {
    const paths = (locales?.map((id) => `$locales.${id}`) ?? ['$']).flatMap((state) =>
      ['draft', 'live', 'pending.values'].map((snapshot) => `${state}.${snapshot}`.replace('$.', '$')),
    );
    const snapshots = paths.map((snapshot) => hasValue(`${snapshot}.${key}`));
    return [
      [`entries${i}`, count({ $or: snapshots })],
      [`live${i}`, count({ $and: [hasValue(`$live.${key}`), goesOn(now)] })],
    ];
  });
  return { _id: null, last: { $last: '$id' }, ...(Object.fromEntries(counts) as Record<string, object>) };
}
