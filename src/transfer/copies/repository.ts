import type { DueRows, Lease } from '../../core/jobs/index.ts';
import {
  type CollectionSpec,
  projectCollection,
  type ProjectDb,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { CopyRecord } from './schema.ts';

export const copies = projectCollection<CopyRecord>('project_copies', [
  { key: { project_id: 1 } },
  // One running copy of a project for each person.
  {
    key: { project_id: 1, 'created_by.id': 1 },
    unique: true,
    partialFilterExpression: { status: 'running' },
  },
  { key: { turn_at: 1 }, partialFilterExpression: { status: 'running' } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

export function insertCopy(db: ProjectDb, record: CopyRecord): Promise<void> {
  return rows(db, copies).insertOne(record);
}

export function findCopy(db: ProjectDb, id: string): Promise<CopyRecord | null> {
  return rows(db, copies).findOne({ _id: id });
}

type OwnedCopy = CopyRecord & { project_id: string };

function dueFilter(now: Date) {
  return { status: 'running' as const, turn_at: { $lte: now }, held_until: { $lte: now } };
}

/** The next due copy without a lease, except for some projects. */
export function findNextCopy(
  system: SystemDb,
  now: Date,
  excludedProjects: readonly string[],
): Promise<OwnedCopy | null> {
  const filter = { ...dueFilter(now), project_id: { $nin: [...excludedProjects] } };
  return unscopedRows(system, copies as CollectionSpec<OwnedCopy>).findOne(filter, { sort: { turn_at: 1 } });
}

/** The copies that a runner can claim. */
export const dueCopies: readonly DueRows[] = [{ collection: copies.name, filter: dueFilter }];

/** Claims a copy and counts the attempt; null if another runner claimed it first. */
export function claimCopy(
  db: ProjectDb,
  { _id, held_until }: CopyRecord,
  { holder, until }: Lease,
): Promise<CopyRecord | null> {
  const claim = { $set: { holder, held_until: until }, $inc: { attempts: 1 } };
  return rows(db, copies).findOneAndUpdate({ _id, held_until, status: 'running' }, claim);
}

/** Changes a copy that the runner holds. @returns whether it still holds it */
export function changeHeldCopy(
  db: ProjectDb,
  id: string,
  holder: string,
  change: Partial<CopyRecord>,
): Promise<boolean> {
  return rows(db, copies).updateOne({ _id: id, holder, status: 'running' }, { $set: change });
}
