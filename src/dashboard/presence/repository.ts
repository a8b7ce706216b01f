import { projectCollection, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { PresenceRecord } from './schema.ts';

/** MongoDB deletes expired rows with a delay, so queries check the time too. */
export const presence = projectCollection<PresenceRecord>('presence', [
  { key: { project_id: 1, at: -1 } },
  { key: { at: 1 }, expireAfterSeconds: 120 },
]);

/** @returns the record before; null if there was none */
export function storePresence(
  db: ProjectDb,
  { _id, since, ...record }: PresenceRecord,
): Promise<PresenceRecord | null> {
  return rows(db, presence).findOneAndUpdate(
    { _id },
    { $set: record, $setOnInsert: { since } },
    { upsert: true, returnDocument: 'before' },
  );
}

/** All people who sent a heartbeat since a time, the longest present first. */
export function findPresent(db: ProjectDb, since: Date): Promise<PresenceRecord[]> {
  return rows(db, presence).find({ at: { $gt: since } }, { sort: { since: 1 }, limit: 500 });
}

/** @returns whether the person was present */
export function removePresence(db: ProjectDb, id: string): Promise<boolean> {
  return rows(db, presence).deleteOne({ _id: id });
}

/** Removes the person from all projects. There are few rows, because they expire after two minutes. */
export async function removePresenceOf(system: SystemDb, personId: string): Promise<void> {
  await unscopedRows(system, presence).deleteMany({ 'person.id': personId });
}
