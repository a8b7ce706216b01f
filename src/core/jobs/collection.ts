import { systemCollection } from '../mongo/scope/collection.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';
import { databaseOf } from '../mongo/connection/database.ts';

/** Where Agenda keeps its jobs. Its own `unique` is a search before an insert; these indexes make it true. */
export const jobRows = systemCollection('jobs', [
  {
    name: 'findAndLockNextJobIndex',
    key: { name: 1, nextRunAt: 1, priority: -1, lockedAt: 1, disabled: 1 },
  },
  { key: { name: 1, type: 1 }, unique: true, partialFilterExpression: { type: 'single' } },
  { key: { name: 1, 'data.key': 1 }, unique: true, partialFilterExpression: { type: 'normal' } },
]);

/** Removes the wake-ups of a project that is going; their keys begin with it. */
export async function removeWakeUps(system: SystemDb, projectId: string): Promise<void> {
  await databaseOf(system)
    .collection(jobRows.name)
    .deleteMany({ 'data.key': { $gte: `${projectId}/`, $lt: `${projectId}0` } }); // "0" comes after "/"
}
