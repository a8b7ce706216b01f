import { projectCollection, type ProjectDb, type SystemDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../core/mongo/scope/unscoped.ts';
import type { PresenceRecord } from './schema.ts';

/** Rows go by themselves; who is there is asked by their time all the same. */
export const presence = projectCollection<PresenceRecord>('presence', [
  { key: { project_id: 1, at: -1 } },
  { key: { at: 1 }, expireAfterSeconds: 120 },
]);

export async function notePresence(db: ProjectDb, { _id, since, ...state }: PresenceRecord): Promise<void> {
  await rows(db, presence).findOneAndUpdate(
    { _id },
    { $set: state, $setOnInsert: { since } },
    { upsert: true },
  );
}

/** All people who was heard of since a moment, longest there first. */
export function findPresent(db: ProjectDb, since: Date): Promise<PresenceRecord[]> {
  return rows(db, presence).find({ at: { $gt: since } }, { sort: { since: 1 }, limit: 500 });
}

export async function removePresence(db: ProjectDb, id: string): Promise<void> {
  await rows(db, presence).deleteOne({ _id: id });
}

/** Wherever the person is; few rows, for they live two minutes. */
export async function removePresenceOf(system: SystemDb, personId: string): Promise<void> {
  await unscopedRows(system, presence).deleteMany({ 'person.id': personId });
}
