import { taggedEventsAfter, taggedEventsAt } from '../events/repository.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { invalidationsAfter, invalidationsAt } from './repository.ts';
import type { InvalidationPosition, InvalidationRow } from './schema.ts';

/** A range of invalidations: after a position, up to another one, and not created before a date. */
export interface InvalidationRange {
  after: InvalidationPosition;
  upTo: InvalidationPosition;
  from: Date | null;
}

/** Negative if the first position comes before the second, as in `sort`. */
export function comparePositions(a: InvalidationPosition, b: InvalidationPosition): number {
  return a.revision - b.revision || a.hand - b.hand;
}

/** Rows of each kind that are read at once. */
const rowsAtOnce = 200;

/**
 * Passes the invalidations of a range to `takes`, in order, until it returns false. @returns whether the range was read
 * completely
 */
export async function eachInvalidation(
  db: ProjectDb,
  { after, upTo, from }: InvalidationRange,
  takes: (row: InvalidationRow) => boolean,
): Promise<boolean> {
  for (let position: InvalidationPosition | null = after; position !== null;) {
    const { rows, next }: RangePart = await partOf(db, { after: position, upTo, from });
    for (const row of rows) if (!takes(row)) return false;
    position = next;
  }
  return true;
}

/** The cache tags of the changes at these revisions. Changes without tags are omitted. */
export async function changeTagsAt(
  db: ProjectDb,
  revisions: readonly number[],
): Promise<Map<number, Pick<InvalidationRow, 'tags' | 'hidden'>>> {
  const [withoutEvents, withEvents] = await Promise.all([
    invalidationsAt(db, revisions),
    taggedEventsAt(db, revisions),
  ]);
  return new Map(
    [...withoutEvents, ...withEvents].map(({ project_revision, tags = [], hidden = [] }) => [
      project_revision,
      { tags, hidden },
    ]),
  );
}

interface RangePart {
  rows: InvalidationRow[];
  /** The start of the next part, or null. */
  next: InvalidationPosition | null;
}

/** The tags of a change are on its first event, or in a row of their own if it has no event. */
async function partOf(db: ProjectDb, { after, upTo, from }: InvalidationRange): Promise<RangePart> {
  const bounds = { upTo: upTo.revision, from };
  const [withoutEvents, withEvents] = await Promise.all([
    invalidationsAfter(db, { ...bounds, after }, rowsAtOnce),
    taggedEventsAfter(db, { ...bounds, after: after.revision }, rowsAtOnce),
  ]);
  const kinds: InvalidationRow[][] = [
    withoutEvents.map(({ project_revision: revision, hand = 0, tags, hidden, created_at }) => ({
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
  // A full list may continue after its last row, so the part ends at the earliest of these rows.
  const fullListEnds = kinds.flatMap((rows) => (rows.length < rowsAtOnce ? [] : rows.slice(-1)));
  const [partEnd] = fullListEnds.sort(comparePositions);
  const end = partEnd === undefined || comparePositions(partEnd, upTo) > 0 ? upTo : partEnd;
  const rows = kinds.flat().filter((row) => comparePositions(row, end) <= 0);
  return { rows: rows.sort(comparePositions), next: partEnd === undefined || end === upTo ? null : partEnd };
}
