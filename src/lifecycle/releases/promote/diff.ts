import type { ProjectDb } from '../../../core/mongo/index.ts';
import { type Compared, Comparison, type Difference } from './divergence.ts';
import { type Part, parts } from '../copy/release-rows.ts';
import type { ComparedRow } from '../copy/row-repository.ts';
import type { DiffCounts, DiffSummary, ReleaseDiff } from '../schema.ts';
import { addTitles } from '../copy/title-repository.ts';

/** Items listed under each heading; the counts are whole. */
const listedMax = 1_000;

type Listed = ComparedRow & { conflict: boolean };

/** One heading: all of it counted, the first of it listed, so that memory does not grow with the releases. */
class Heading {
  readonly listed: Listed[] = [];
  count = 0;
  conflicts = 0;

  add(row: ComparedRow, conflict: boolean): void {
    this.count += 1;
    if (conflict) this.conflicts += 1;
    if (this.listed.length < listedMax) this.listed.push({ ...row, conflict });
  }
}

/** The differences of one kind of items. */
class Differences {
  readonly added = new Heading();
  readonly changed = new Heading();
  readonly removed = new Heading();

  add({ ours, theirs, conflict }: Difference): void {
    if (ours !== undefined) (theirs === undefined ? this.added : this.changed).add(ours, conflict);
    else if (theirs !== undefined) this.removed.add(theirs, conflict);
  }

  get counts(): DiffCounts {
    const { added, changed, removed } = this;
    const conflicts = added.conflicts + changed.conflicts + removed.conflicts;
    return { added: added.count, changed: changed.count, removed: removed.count, conflicts };
  }

  lists<T>(map: (row: Listed) => T) {
    const { added, changed, removed } = this;
    return {
      added: added.listed.map(map),
      changed: changed.listed.map(map),
      removed: removed.listed.map(map),
    };
  }
}

/** Says what promoting a release would change, and where the default release changed too (specification: release-diff). */
export async function compareReleases(db: ProjectDb, compared: Compared): Promise<ReleaseDiff> {
  const { found, hasBlocks } = await countDifferences(db, compared);
  const { types, blocks, entries } = found;
  const named = (row: Listed) => ({ slug: row.key, name: row.label.name ?? row.key, conflict: row.conflict });
  const titles = await titlesOf(db, compared, entries);
  return {
    release: compared.release._id,
    default: compared.defaultId,
    summary: summaryOf(found, hasBlocks),
    types: types.lists(named),
    ...(hasBlocks ? { blocks: blocks.lists(named) } : {}),
    entries: entries.lists(({ key, label, conflict }) => ({
      id: key,
      type: label.type ?? '',
      title: titles.get(key) ?? key,
      conflict,
    })),
    truncated: [entries.added, entries.changed, entries.removed].some(({ count }) => count > listedMax),
  };
}

/** What a promotion would leave behind. */
export interface Divergence {
  summary: DiffSummary;
  /** Whether everything was counted; else there was no time left. */
  isWhole: boolean;
}

/**
 * Says whether the default release changed where the release differs from it, and counts how much; null when it did not.
 *
 * @param until - when to stop counting, on the clock of `performance.now()`
 */
export async function divergenceOf(
  db: ProjectDb,
  compared: Compared,
  until: number,
): Promise<Divergence | null> {
  const comparison = await Comparison.of(db, compared);
  if (!(await isAny(comparison.conflicts()))) return null;
  const { found, isWhole, hasBlocks } = await countDifferences(db, compared, until);
  return { summary: summaryOf(found, hasBlocks), isWhole };
}

type Found = Awaited<ReturnType<typeof countDifferences>>['found'];

/** Blocks are counted where one of the releases defines some. */
function summaryOf({ types, blocks, entries }: Found, hasBlocks: boolean): DiffSummary {
  return {
    types: types.counts,
    ...(hasBlocks ? { blocks: blocks.counts } : {}),
    entries: entries.counts,
  };
}

const headings: ReadonlyMap<Part, 'types' | 'blocks' | 'entries'> = new Map<
  Part,
  'types' | 'blocks' | 'entries'
>([
  [parts.types, 'types'],
  [parts.blocks, 'blocks'],
  [parts.entries, 'entries'],
]);

/** Titles of the listed entries. */
async function titlesOf(
  db: ProjectDb,
  { release, defaultId }: Compared,
  { added, changed, removed }: Differences,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const keysOf = (listed: readonly Listed[]) => listed.map(({ key }) => key);
  const ours = keysOf([...added.listed, ...changed.listed]);
  await addTitles(db, { releaseId: release._id, ids: ours }, titles);
  await addTitles(db, { releaseId: defaultId, ids: keysOf(removed.listed) }, titles);
  return titles;
}

async function isAny(differences: AsyncIterable<Difference>): Promise<boolean> {
  for await (const _first of differences) return true;
  return false;
}

async function countDifferences(db: ProjectDb, compared: Compared, until = Infinity) {
  const found = { types: new Differences(), blocks: new Differences(), entries: new Differences() };
  const comparison = await Comparison.of(db, compared);
  for await (const difference of comparison.all()) {
    found[headings.get(difference.part) ?? 'entries'].add(difference);
    if (performance.now() > until) return { found, isWhole: false, hasBlocks: comparison.hasBlocks };
  }
  return { found, isWhole: true, hasBlocks: comparison.hasBlocks };
}
