/** What a notification reports to a member. */
export const notificationKinds = [
  'mention',
  'reply',
  'review_requested',
  'review_approved',
  'review_returned',
  'published',
  'promotion_failed',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Notifications of one member in one project, and the days for which they are stored. */
export const notificationBounds = { perMember: 500, days: 90, idsPerRequest: 100 } as const;

/** The parts of a project whose changes the dashboard waits for. `notifications` are the member's own. */
export const activityTopics = [
  'reviews',
  'comments',
  'notifications',
  'trash',
  'bulk_jobs',
  'presence',
] as const;
export type ActivityTopic = (typeof activityTopics)[number];

/** Maximum seconds that a request waits for activity. */
export const activityWaitMax = 25;
