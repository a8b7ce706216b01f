import type { ProjectDb } from '../platform/mongo/handle.ts';
import { type Compared, Comparison, type Difference } from './divergence.ts';
import { parts } from './parts.ts';
import type { ComparedRow } from './row-repository.ts';
import type { DiffCounts, DiffSummary, ReleaseDiff } from './schema.ts';
import { addTitles } from './title-repository.ts';

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
  const { types, entries } = (await countDifferences(db, compared)).found;
  const titles = await titlesOf(db, compared, entries);
  return {
    release: compared.release._id,
    default: compared.defaultId,
    summary: { types: types.counts, entries: entries.counts },
    types: types.lists(({ key, label, conflict }) => ({ slug: key, name: label.name ?? key, conflict })),
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
  const { found, isWhole } = await countDifferences(db, compared, until);
  return { summary: { types: found.types.counts, entries: found.entries.counts }, isWhole };
}

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
  const found = { types: new Differences(), entries: new Differences() };
  const comparison = await Comparison.of(db, compared);
  for await (const difference of comparison.all()) {
    (difference.part === parts.types ? found.types : found.entries).add(difference);
    if (performance.now() > until) return { found, isWhole: false };
  }
  return { found, isWhole: true };
}
