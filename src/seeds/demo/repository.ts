import type { DueRows, Lease } from '../../core/jobs/index.ts';
import {
  type CollectionSpec,
  projectCollection,
  type ProjectDb,
  type SystemDb,
} from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { DemoRecord } from './schema.ts';

export const demos = projectCollection<DemoRecord>('demos', [
  { key: { project_id: 1 }, unique: true },
  { key: { turn_at: 1 }, partialFilterExpression: { status: 'running' } },
  { key: { expires_at: 1 }, expireAfterSeconds: 0 },
]);

export function findDemo(db: ProjectDb): Promise<DemoRecord | null> {
  return rows(db, demos).findOne({ _id: db.projectId });
}

export function putDemo(db: ProjectDb, record: DemoRecord): Promise<void> {
  return rows(db, demos).putMany([record]);
}

type OwnedDemo = DemoRecord & { project_id: string };

function dueFilter(now: Date) {
  return { status: 'running' as const, turn_at: { $lte: now }, held_until: { $lte: now } };
}

/** The next due row without a lease, except for some projects. */
export function findNextDemo(
  system: SystemDb,
  now: Date,
  excludedProjects: readonly string[],
): Promise<OwnedDemo | null> {
  const filter = { ...dueFilter(now), project_id: { $nin: [...excludedProjects] } };
  return unscopedRows(system, demos as CollectionSpec<OwnedDemo>).findOne(filter, { sort: { turn_at: 1 } });
}

/** The rows that a runner can claim. */
export const dueDemos: readonly DueRows[] = [{ collection: demos.name, filter: dueFilter }];

/** Claims a row; null if another runner claimed it first. */
export function claimDemo(
  db: ProjectDb,
  { held_until }: DemoRecord,
  { holder, until }: Lease,
): Promise<DemoRecord | null> {
  const filter = { _id: db.projectId, held_until, status: 'running' as const };
  return rows(db, demos).findOneAndUpdate(filter, { $set: { holder, held_until: until } });
}

/** Changes a row that the runner holds. */
export async function changeHeldDemo(
  db: ProjectDb,
  holder: string,
  change: Partial<DemoRecord>,
): Promise<void> {
  await rows(db, demos).updateOne({ _id: db.projectId, holder }, { $set: change });
}
