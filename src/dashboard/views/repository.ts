import { projectCollection, type ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import type { ViewRecord } from './schema.ts';

export const views = projectCollection<ViewRecord>('views', [{ key: { project_id: 1, list: 1, name: 1 } }]);

/** A person's own views of a list and those that others share, by name. */
export function findViews(
  db: ProjectDb,
  list: string,
  personId: string,
  limit: number,
): Promise<ViewRecord[]> {
  const visible = { $or: [{ shared: true }, { 'owner.id': personId }] };
  return rows(db, views).find({ list, ...visible }, { sort: { name: 1, _id: 1 }, limit });
}

export function findView(db: ProjectDb, id: string): Promise<ViewRecord | null> {
  return rows(db, views).findOne({ _id: id });
}

/** Counts views, up to `max`. */
export function countViews(db: ProjectDb, max: number): Promise<number> {
  return rows(db, views).count({}, max);
}

export function insertView(db: ProjectDb, view: ViewRecord): Promise<void> {
  return rows(db, views).insertOne(view);
}

export async function replaceView(db: ProjectDb, view: ViewRecord): Promise<void> {
  await rows(db, views).replaceOne({ _id: view._id }, view);
}

export async function deleteView(db: ProjectDb, id: string): Promise<void> {
  await rows(db, views).deleteOne({ _id: id });
}
