import { taggedEventsAfter, taggedEventsAt } from '../events/repository.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { invalidationsAfter, invalidationsAt } from './repository.ts';
import type { InvalidationPosition, InvalidationRow } from './schema.ts';

/** A range of invalidations: after a position, up to another, and not made before a date. */
export interface InvalidationRange {
  after: InvalidationPosition;
  upTo: InvalidationPosition;
  from: Date | null;
}

/** Below 0 when the first place comes before the second, as with `sort`. */
export function comparePositions(a: InvalidationPosition, b: InvalidationPosition): number {
  return a.revision - b.revision || a.hand - b.hand;
}

/** So many rows are read of each kind at a time. */
const rowsAtOnce = 200;

/** The invalidations of a range, in their order, as long as `takes` returns true. @returns whether all was taken */
export async function eachInvalidation(
  db: ProjectDb,
  { after, upTo, from }: InvalidationRange,
  takes: (row: InvalidationRow) => boolean,
): Promise<boolean> {
  for (let place: InvalidationPosition | null = after; place !== null;) {
    const { rows, next }: RangePart = await partOf(db, { after: place, upTo, from });
    for (const row of rows) if (!takes(row)) return false;
    place = next;
  }
  return true;
}

/** What the changes to these revisions told; those that told nothing are not in it. */
export async function changeTagsAt(
  db: ProjectDb,
  revisions: readonly number[],
): Promise<Map<number, Pick<InvalidationRow, 'tags' | 'hidden'>>> {
  const [silent, withEvents] = await Promise.all([
    invalidationsAt(db, revisions),
    taggedEventsAt(db, revisions),
  ]);
  return new Map(
    [...silent, ...withEvents].map(({ project_revision, tags = [], hidden = [] }) => [
      project_revision,
      { tags, hidden },
    ]),
  );
}

interface RangePart {
  rows: InvalidationRow[];
  /** Where the next part begins, or null when there is none. */
  next: InvalidationPosition | null;
}

/** The tags of a change stand on its first event, or where it has none on a row of their own. */
async function partOf(db: ProjectDb, { after, upTo, from }: InvalidationRange): Promise<RangePart> {
  const asked = { upTo: upTo.revision, from };
  const [silent, withEvents] = await Promise.all([
    invalidationsAfter(db, { ...asked, after }, rowsAtOnce),
    taggedEventsAfter(db, { ...asked, after: after.revision }, rowsAtOnce),
  ]);
  const kinds: InvalidationRow[][] = [
    silent.map(({ project_revision: revision, hand = 0, tags, hidden, created_at }) => ({
      revision,
      hand,
      tags,
      hidden,
      created_at,
    })),
    withEvents.map(({ project_revision: revision, tags = [], hidden = [], created_at }) => ({
      revision,
      hand: 0,
      tags,
      hidden,
      created_at,
    })),
  ];
  // Of a kind that was cut short nothing is known after its last row.
  const cuts = kinds.flatMap((rows) => (rows.length < rowsAtOnce ? [] : rows.slice(-1)));
  const [cut] = cuts.sort(comparePositions);
  const end = cut === undefined || comparePositions(cut, upTo) > 0 ? upTo : cut;
  const rows = kinds.flat().filter((row) => comparePositions(row, end) <= 0);
  return { rows: rows.sort(comparePositions), next: cut === undefined || end === upTo ? null : cut };
}
