import type { EventName } from '../contract/events.ts';
import { projectCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';

/** One row of the outbox: written with the change, followed by the watcher (design, section 5). */
export interface EventRecord {
  _id: string;
  name: EventName;
  subject: string;
  revision: number;
  data: Record<string, unknown>;
  is_public: boolean;
  created_at: Date;
  /** Whether deliveries were made from it. */
  fanned: boolean;
}

export const events = projectCollection<EventRecord>('events', [
  { key: { project_id: 1, subject: 1, revision: 1, name: 1 }, unique: true },
  { key: { project_id: 1, _id: 1 } },
  { key: { fanned: 1, _id: 1 }, partialFilterExpression: { fanned: false } },
]);

export function insertEvents(db: ProjectDb, records: readonly EventRecord[]): Promise<void> {
  return rows(db, events).insertMany(records);
}
