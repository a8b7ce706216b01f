import type { ActivityTopic } from '../../contract/notifications.ts';
import { projectCollection, type ProjectDb } from '../../core/mongo/index.ts';
import { rows } from '../../core/mongo/scope/scoped.ts';
import type { ActivityRecord } from './schema.ts';

export const activity = projectCollection<ActivityRecord>('activity', [
  { key: { project_id: 1, _id: 1 } },
  { key: { at: 1 }, expireAfterSeconds: 300 },
]);

type ChangedTopic = Exclude<ActivityTopic, 'notifications'>;

/** Reports that parts of the project changed, in the transaction of the change. */
export function noteActivity(
  { db, now }: { db: ProjectDb; now: Date },
  ...topics: readonly ChangedTopic[]
): Promise<void> {
  return rows(db, activity).insertOne({ topics, members: [], at: now });
}

/** Reports that notifications of some members changed. */
export function noteNotifications(
  { db, now }: { db: ProjectDb; now: Date },
  members: readonly string[],
): Promise<void> {
  return rows(db, activity).insertOne({ topics: ['notifications'], members, at: now });
}
