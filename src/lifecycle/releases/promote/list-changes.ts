import { latest } from '../../../contract/time.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { type Part, parts } from '../copy/release-rows.ts';
import type { ComparedRow } from '../copy/row-repository.ts';
import { addTitles } from '../copy/title-repository.ts';
import { removalTimes } from '../repository.ts';
import { checkReady, loadRelease } from '../resolve-release.ts';
import { Comparison, type Difference, removalId, type ReleasePair } from './divergence.ts';
import type { ReaderSummary } from '../schema.ts';
import { type ItemChange, ReaderCounts } from './reader-changes.ts';
import { contentRevision } from './release-review.ts';
import { basePosition } from './write-position.ts';

/** One item that a promotion would change, for readers or only in drafts. */
export interface ReleaseChange {
  kind: 'type' | 'block' | 'entry';
  /** The id of an entry, or a slug. */
  id: string;
  /** The type of an entry. */
  type: string | null;
  title: string;
  change: 'added' | 'changed' | 'removed';
  conflict: boolean;
  /** What readers get; null if only drafts differ. */
  readers: ItemChange | null;
  /** Whether the promotion takes a change of the default release from readers. */
  overwrites: boolean;
  /** The last change in the release; null if the release never contained the item. */
  at: Date | null;
}

/** The position of a change in the list, newest first. */
export interface ChangePosition {
  ms: number;
  key: string;
}

interface ChangePage {
  limit: number;
  /** The last change of the previous page; null for the first page. */
  after: ChangePosition | null;
  /** Omits items that did not change in the default release. */
  onlyConflicts: boolean;
}

interface ListedChanges {
  changes: ReleaseChange[];
  next: ChangePosition | null;
  /** The content of the release, which contains at most these changes (`contentRevision`). */
  revision: number;
  /** The numbers of all changes, on all pages. */
  summary: ReaderSummary;
}

/**
 * Lists what promoting a release would change, newest change first. The whole comparison runs for each page, but memory
 * contains two pages at most.
 * @throws unknown_release, release_not_ready
 */
export async function listChanges(
  context: ProjectContext,
  releaseId: string,
  page: ChangePage,
): Promise<ListedChanges> {
  const release = await loadRelease(context, releaseId, 'releaseId');
  checkReady(release);
  const pair = { release, defaultId: context.project.defaultReleaseId };
  const { newest, summary } = await findNewest(context.db, pair, page);
  const rows = newest.slice(0, page.limit);
  const titles = await titlesOf(context.db, pair, rows);
  return {
    revision: contentRevision(release),
    summary,
    changes: rows.map(({ key: _key, ms: _ms, ...row }) => ({
      ...row,
      title: titles.get(row.id) ?? row.title,
    })),
    next: newest.length > page.limit ? (rows.at(-1) ?? null) : null,
  };
}

type ChangeRow = ReleaseChange & ChangePosition;

/** The first changes after a position, one more than the limit if there are more, and the numbers of all changes. */
async function findNewest(
  db: ProjectDb,
  pair: ReleasePair,
  { limit, after, onlyConflicts }: ChangePage,
): Promise<{ newest: ChangeRow[]; summary: ReaderSummary }> {
  const { release } = pair;
  const removedAt = await removalTimes(db.release(release._id), basePosition(release));
  let rows: ChangeRow[] = [];
  const counts = new ReaderCounts();
  const comparison = await Comparison.of(db, pair);
  for await (const difference of comparison.all()) {
    counts.add(difference.part, { ...difference, change: changeOf(difference) });
    if (onlyConflicts && !difference.conflict) continue;
    const row = rowOf(difference, removedAt);
    if (after !== null && inOrder(row, after) <= 0) continue;
    rows.push(row);
    if (rows.length > 2 * limit) rows = rows.sort(inOrder).slice(0, limit + 1);
  }
  const newest = rows.sort(inOrder).slice(0, limit + 1);
  return { newest, summary: counts.summary(comparison.hasBlocks) };
}

/** Newest first; changes of one time by key. */
function inOrder(one: ChangePosition, other: ChangePosition): number {
  if (one.ms !== other.ms) return other.ms - one.ms;
  return one.key === other.key ? 0 : one.key < other.key ? -1 : 1;
}

const kinds: ReadonlyMap<Part, ReleaseChange['kind']> = new Map<Part, ReleaseChange['kind']>([
  [parts.types, 'type'],
  [parts.blocks, 'block'],
  [parts.entries, 'entry'],
]);

function changeOf({ ours, theirs }: Difference): ItemChange {
  if (ours === undefined) return 'removed';
  return theirs === undefined ? 'added' : 'changed';
}

function rowOf(difference: Difference, removedAt: ReadonlyMap<string, Date>): ChangeRow {
  const { part, key, ours, theirs, conflict, readers, overwrites } = difference;
  const kind = kinds.get(part) ?? 'entry';
  const label = (ours ?? theirs)?.label;
  const at = ours === undefined ? (removedAt.get(removalId(part, key)) ?? null) : lastEdit(ours);
  const item = { kind, id: key, type: label?.type ?? null, title: label?.name ?? key };
  const change = changeOf(difference);
  const position = { ms: at?.getTime() ?? 0, key: `${kind}/${key}` };
  return { ...item, change, conflict, readers, overwrites, at, ...position };
}

/** The last edit in any locale. */
function lastEdit({ updated_at: at, state_of: state }: ComparedRow): Date {
  return state === undefined ? at : latest(at, state.updated_at);
}

/** The titles of entries: of removed ones in the default release. */
async function titlesOf(
  db: ProjectDb,
  { release, defaultId }: ReleasePair,
  rows: readonly ChangeRow[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  const entryIds = (isRemoved: boolean) =>
    rows
      .filter(({ kind, change }) => kind === 'entry' && (change === 'removed') === isRemoved)
      .map(({ id }) => id);
  await addTitles(db, { releaseId: release._id, ids: entryIds(false) }, titles);
  await addTitles(db, { releaseId: defaultId, ids: entryIds(true) }, titles);
  return titles;
}
