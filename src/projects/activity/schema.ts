import type { ActivityTopic } from '../../contract/notifications.ts';

/** Reports to all processes that parts of a project changed. Only the change stream reads the row. */
export interface ActivityRecord {
  topics: readonly ActivityTopic[];
  /** The members whose notifications changed. */
  members: readonly string[];
  at: Date;
}
