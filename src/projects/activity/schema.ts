import type { ActivityTopic } from '../../contract/notifications.ts';

/** Tells all processes that parts of a project changed. The change stream delivers the row, and nothing reads it later. */
export interface ActivityRecord {
  topics: readonly ActivityTopic[];
  /** The members whose notifications changed. */
  members: readonly string[];
  at: Date;
}
