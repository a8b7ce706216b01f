import type { Collection } from 'mongodb';
import { firstIdAt } from '../contract/ids.ts';
import { projectCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import { allRows } from '../platform/mongo/unscoped.ts';
import type { EventRecord } from './schema.ts';

export const events = projectCollection<EventRecord>('events', [
  // Each transaction with events moves the project's revision, so no event can be stored twice.
  { key: { project_id: 1, project_revision: 1, subject: 1, name: 1 }, unique: true },
  { key: { project_id: 1, _id: 1 } },
  { key: { fanned: 1, _id: 1 }, partialFilterExpression: { fanned: false } },
]);

/** The watcher follows all projects. */
function all(system: SystemDb): Collection<EventRecord> {
  return allRows(system, events);
}

export function insertEvents(db: ProjectDb, records: readonly EventRecord[]): Promise<void> {
  return rows(db, events).insertMany(records);
}

/** Events that no deliveries were made from yet, oldest first. */
export function unfannedEvents(system: SystemDb, limit: number): Promise<EventRecord[]> {
  return all(system).find({ fanned: false }).sort({ _id: 1 }).limit(limit).toArray();
}

export async function markFanned(system: SystemDb, ids: readonly string[]): Promise<void> {
  await all(system).updateMany({ _id: { $in: [...ids] }, fanned: false }, { $set: { fanned: true } });
}

/** A project's events from a moment on, oldest first, after `afterId` when it is given. */
export function eventsFrom(
  db: ProjectDb,
  from: { since: Date; afterId: string | null },
  limit: number,
): Promise<EventRecord[]> {
  const begin = from.afterId === null ? { $gte: firstIdAt('event', from.since) } : { $gt: from.afterId };
  return rows(db, events).find({ _id: begin }, { sort: { _id: 1 }, limit });
}

/** Of the handled events made before a moment: the newest revision of each project. */
export function newestBefore(system: SystemDb, before: Date): Promise<{ _id: string; revision: number }[]> {
  return all(system)
    .aggregate<{ _id: string; revision: number }>([
      { $match: { _id: { $lt: firstIdAt('event', before) }, fanned: true } },
      { $group: { _id: '$project_id', revision: { $max: '$project_revision' } } },
    ])
    .toArray();
}

export async function removeBefore(system: SystemDb, before: Date): Promise<number> {
  const old = { _id: { $lt: firstIdAt('event', before) }, fanned: true };
  return (await all(system).deleteMany(old)).deletedCount;
}
