import type { TxOperations } from '../../core/context/index.ts';
import type { ProjectDb, ReleaseDb } from '../../core/mongo/index.ts';
import { setUsage } from '../../projects/index.ts';
import { addToCount, findReleases, noteRemoval } from './repository.ts';

/** Keeps the counts of a release's and of the project's entries with the write that adds one. @throws limit_reached */
export async function countEntry(tx: TxOperations<ReleaseDb>): Promise<void> {
  await addToCount(tx.db, 1);
  countEntries(tx, 1);
}

/** Keeps the counts, and the id, of an entry that is removed, with the write that removes it. */
export async function countRemoval(tx: TxOperations<ReleaseDb>, entryId: string, at: Date): Promise<void> {
  await addToCount(tx.db, -1);
  await noteRemoval(tx.db, entryId, { at, write_seq: await tx.writeSeq() });
  countEntries(tx, -1);
}

/** Keeps the slug of a type that is removed, with the write that removes it. */
export async function noteTypeRemoval(tx: TxOperations<ReleaseDb>, slug: string, at: Date): Promise<void> {
  await noteRemoval(tx.db, typeRemovalId(slug), { at, write_seq: await tx.writeSeq() });
}

/** Keeps the slug of a block definition that is removed, with the write that removes it. */
export async function noteBlockRemoval(tx: TxOperations<ReleaseDb>, slug: string, at: Date): Promise<void> {
  await noteRemoval(tx.db, blockRemovalId(slug), { at, write_seq: await tx.writeSeq() });
}

/** What the removal of a type is kept as. */
export function typeRemovalId(slug: string): string {
  return `type:${slug}`;
}

/** The same of a block definition, which may have the slug of a type. */
export function blockRemovalId(slug: string): string {
  return `block:${slug}`;
}

/** Counts entries of any release against the limit of the project. */
export function countEntries(tx: TxOperations<ProjectDb>, by: number): void {
  tx.count('entries_per_project_max', by, () => entriesOf(tx.db));
}

/**
 * Stores how many entries the project has, inside the transaction that ends a clone: until then the release counts with
 * the entries that its source had when the clone began, which differ from those that were copied.
 */
export async function recountEntries(db: ProjectDb): Promise<void> {
  await setUsage(db, 'entries_per_project_max', await entriesOf(db));
}

/** All entries of the project; a release that is still being copied counts with what it will hold. */
async function entriesOf(db: ProjectDb): Promise<number> {
  const all = await findReleases(db);
  const countOf = new Map(all.map(({ _id, entry_count }) => [_id, entry_count]));
  return all.reduce(
    (sum, { status, cloned_from: from, entry_count }) =>
      sum + (status === 'cloning' ? (countOf.get(from ?? '') ?? 0) : entry_count),
    0,
  );
}
