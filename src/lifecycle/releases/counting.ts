import type { ProjectContext, TxOperations, WriteContext } from '../../core/context/index.ts';
import type { ProjectDb, ReleaseDb } from '../../core/mongo/index.ts';
import { setUsage } from '../../projects/index.ts';
import { countLocaleRowsIn, countLocaleRowsOf } from './copy/locale-rows-repository.ts';
import { addToCount, findReleases, storeContentWrite, storeRemoval } from './repository.ts';

type ContentTx = TxOperations<ReleaseDb> & Pick<WriteContext, 'actor'>;

/**
 * Returns the number of a write that changes the content of a release. In a release that is not the default, it is
 * stored with its member, because it makes reviews of the release outdated. Jobs change nothing that was not reviewed.
 */
export async function contentWriteSeq(tx: ContentTx): Promise<number> {
  const writeSeq = await tx.writeSeq();
  const { actor, db } = tx;
  if (actor.kind !== 'job' && db.releaseId !== (await tx.defaultReleaseId()))
    await storeContentWrite(db, { writeSeq, memberId: actor.kind === 'user' ? actor.id : null });
  return writeSeq;
}

/** Counts a new entry of a release and the project, inside its transaction. @throws limit_reached */
export async function countEntry(tx: TxOperations<ReleaseDb>): Promise<void> {
  await addEntries(tx, 1);
  countEntries(tx, 1);
}

/** Counts a removed entry and stores its id for comparisons, inside the transaction. */
export async function countRemoval(tx: ContentTx, entryId: string, at: Date): Promise<void> {
  await addEntries(tx, -1);
  await storeRemoval(tx.db, entryId, { at, write_seq: await contentWriteSeq(tx) });
  countEntries(tx, -1);
}

/** Stores the slug of a removed type for comparisons, inside the transaction. */
export async function noteTypeRemoval(tx: ContentTx, slug: string, at: Date): Promise<void> {
  await storeRemoval(tx.db, typeRemovalId(slug), { at, write_seq: await contentWriteSeq(tx) });
}

/** Stores the slug of a removed block definition for comparisons, inside the transaction. */
export async function noteBlockRemoval(tx: ContentTx, slug: string, at: Date): Promise<void> {
  await storeRemoval(tx.db, blockRemovalId(slug), { at, write_seq: await contentWriteSeq(tx) });
}

/** The id of a type's removal. */
export function typeRemovalId(slug: string): string {
  return `type:${slug}`;
}

/** The id of a block definition's removal; a type can have the slug too. */
export function blockRemovalId(slug: string): string {
  return `block:${slug}`;
}

function addEntries(tx: TxOperations<ReleaseDb>, by: number): Promise<void> {
  return tx.addAtEnd(`entries of ${tx.db.releaseId}`, by, (sum) => addToCount(tx.db, sum));
}

/** Counts entries of any release against the project's limit. */
export function countEntries(tx: TxOperations<ProjectDb>, by: number): void {
  tx.count('entries_per_project_max', by, () => entriesOf(tx.db));
}

/**
 * Stores the number of the project's entries, inside the transaction that ends a clone. During the clone,
 * the release counts with the number of entries that its source had at the start, which differs from the
 * copied ones.
 */
export async function recountEntries(db: ProjectDb): Promise<void> {
  await setUsage(db, 'entries_per_project_max', await entriesOf(db));
  await discardLocaleRowCount(db);
}

/** Counts added rows of items in further locales. Callers without limits, such as jobs, are never rejected. */
export function countLocaleRows(
  tx: TxOperations<ProjectDb> & Pick<WriteContext, 'bounds'>,
  by: number,
): void {
  if (by === 0 || tx.bounds === undefined) return;
  const max = tx.bounds.perProject.locale_rows_per_project_max;
  tx.count('locale_rows_per_project_max', by, () => countLocaleRowsOf(tx.db, max + 1));
}

/** Counts the rows in further locales that a clone of a release adds. @throws limit_reached, at the end of the write */
export async function countCopiedLocaleRows(
  tx: TxOperations<ProjectDb> & Pick<ProjectContext, 'bounds'>,
  releaseId: string,
): Promise<void> {
  if ((await tx.locales()).list.length < 2) return;
  const max = tx.bounds.perProject.locale_rows_per_project_max;
  const copiedRows = await countLocaleRowsIn(tx.db.release(releaseId), max + 1);
  const countWithCopy = async () => (await countLocaleRowsOf(tx.db, max + 1)) + copiedRows;
  if (copiedRows > 0) tx.count('locale_rows_per_project_max', copiedRows, countWithCopy);
}

/**
 * Discards the number of the project's rows in further locales after a copy or a job. The next write that adds rows
 * counts all of them in its transaction, so no concurrent write is lost.
 */
export function discardLocaleRowCount(db: ProjectDb): Promise<void> {
  return setUsage(db, 'locale_rows_per_project_max', 0);
}

/** Counts all entries of the project; a release that is being cloned counts with its source's number. */
async function entriesOf(db: ProjectDb): Promise<number> {
  const all = await findReleases(db);
  const countOf = new Map(all.map(({ _id, entry_count }) => [_id, entry_count]));
  return all.reduce(
    (sum, { status, cloned_from: from, entry_count }) =>
      sum + (status === 'cloning' ? (countOf.get(from ?? '') ?? 0) : entry_count),
    0,
  );
}
