import type { LocaleRecord } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { type ReleasePair, Comparison, type Difference } from './divergence.ts';
import { type Part, parts } from '../copy/release-rows.ts';
import type { ComparedRow } from '../copy/row-repository.ts';
import type { DiffCounts, DiffSummary, ReleaseDiff } from '../schema.ts';
import { changedLocales } from './changed-locales-repository.ts';
import { addTitles } from '../copy/title-repository.ts';

/** Maximum listed items of each heading; the counts have no maximum. */
const maxListed = 1_000;

type ListedRow = ComparedRow & { conflict: boolean };

/**
 * One heading of a diff. Counts all items and lists the first ones, so memory doesn't grow with the
 * releases.
 */
class Heading {
  readonly rows: ListedRow[] = [];
  count = 0;
  conflicts = 0;

  add(row: ComparedRow, conflict: boolean): void {
    this.count += 1;
    if (conflict) this.conflicts += 1;
    if (this.rows.length < maxListed) this.rows.push({ ...row, conflict });
  }
}

class Differences {
  readonly added = new Heading();
  readonly changed = new Heading();
  readonly removed = new Heading();

  add({ ours: releaseKeys, theirs, conflict }: Difference): void {
    if (releaseKeys !== undefined)
      (theirs === undefined ? this.added : this.changed).add(releaseKeys, conflict);
    else if (theirs !== undefined) this.removed.add(theirs, conflict);
  }

  get counts(): DiffCounts {
    const { added, changed, removed } = this;
    const conflicts = added.conflicts + changed.conflicts + removed.conflicts;
    return { added: added.count, changed: changed.count, removed: removed.count, conflicts };
  }

  lists<T>(map: (row: ListedRow) => T) {
    const { added, changed, removed } = this;
    return {
      added: added.rows.map(map),
      changed: changed.rows.map(map),
      removed: removed.rows.map(map),
    };
  }
}

/**
 * Returns what promoting a release would change, and where the default release changed too (specification:
 * release-diff).
 */
export async function compareReleases(
  db: ProjectDb,
  pair: ReleasePair,
  list: readonly LocaleRecord[],
): Promise<ReleaseDiff> {
  const { differences, hasBlocks } = await countDifferences(db, pair);
  const { types, blocks, entries } = differences;
  const serializeNamed = (row: ListedRow) => ({
    slug: row.key,
    name: row.label.name ?? row.key,
    conflict: row.conflict,
  });
  const titles = await titlesOf(db, pair, entries);
  const locales = await changedLocales(db, {
    releaseIds: [pair.release._id, pair.defaultId],
    ids: entries.changed.rows.map(({ key }) => key),
    list,
  });
  return {
    release: pair.release._id,
    default: pair.defaultId,
    summary: differences.summary(hasBlocks),
    types: types.lists(serializeNamed),
    ...(hasBlocks ? { blocks: blocks.lists(serializeNamed) } : {}),
    entries: entries.lists(({ key, label, conflict }) => ({
      id: key,
      type: label.type ?? '',
      title: titles.get(key) ?? key,
      conflict,
      ...localesKey(locales.get(key)),
    })),
    truncated: [entries.added, entries.changed, entries.removed].some(({ count }) => count > maxListed),
  };
}

function localesKey(locales: string[] | undefined): { locales?: string[] } {
  return locales === undefined ? {} : { locales };
}

/** The changes of the default release that a promotion would lose. */
export interface Divergence {
  summary: DiffSummary;
  /** False if the time was over before everything was counted. */
  isWhole: boolean;
}

/**
 * Counts the conflicts between a release and the default release; null if there are none.
 * @param until - when to stop counting, on the clock of `performance.now()`
 */
export async function findDivergence(
  db: ProjectDb,
  pair: ReleasePair,
  until: number,
): Promise<Divergence | null> {
  const comparison = await Comparison.of(db, pair);
  if (!(await isAny(comparison.conflicts()))) return null;
  const { differences, isWhole, hasBlocks } = await countDifferences(db, pair, until);
  return { summary: differences.summary(hasBlocks), isWhole };
}

/** The differences of two releases by kind. */
class KindDifferences {
  readonly types = new Differences();
  readonly blocks = new Differences();
  readonly entries = new Differences();

  add(difference: Difference): void {
    this[headings.get(difference.part) ?? 'entries'].add(difference);
  }

  /** Blocks are counted if one of the releases defines some. */
  summary(hasBlocks: boolean): DiffSummary {
    const { types, blocks, entries } = this;
    return { types: types.counts, ...(hasBlocks ? { blocks: blocks.counts } : {}), entries: entries.counts };
  }
}

const headings: ReadonlyMap<Part, 'types' | 'blocks' | 'entries'> = new Map<
  Part,
  'types' | 'blocks' | 'entries'
>([
  [parts.types, 'types'],
  [parts.blocks, 'blocks'],
  [parts.entries, 'entries'],
]);

async function titlesOf(
  db: ProjectDb,
  { release, defaultId }: ReleasePair,
  { added, changed, removed }: Differences,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const keysOf = (listedRows: readonly ListedRow[]) => listedRows.map(({ key }) => key);
  const releaseKeys = keysOf([...added.rows, ...changed.rows]);
  await addTitles(db, { releaseId: release._id, ids: releaseKeys }, titles);
  await addTitles(db, { releaseId: defaultId, ids: keysOf(removed.rows) }, titles);
  return titles;
}

async function isAny(differences: AsyncIterable<Difference>): Promise<boolean> {
  for await (const _first of differences) return true;
  return false;
}

async function countDifferences(db: ProjectDb, pair: ReleasePair, until = Infinity) {
  const differences = new KindDifferences();
  const comparison = await Comparison.of(db, pair);
  for await (const difference of comparison.all()) {
    differences.add(difference);
    if (performance.now() > until) return { differences, isWhole: false, hasBlocks: comparison.hasBlocks };
  }
  return { differences, isWhole: true, hasBlocks: comparison.hasBlocks };
}
