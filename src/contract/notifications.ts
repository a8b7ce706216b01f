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

/** How often a person gets an e-mail with new notifications. */
export const digestIntervals = ['off', 'hourly', 'daily'] as const;
export type DigestInterval = (typeof digestIntervals)[number];

const verbs: Readonly<Record<NotificationKind, string>> = {
  mention: 'mentioned you in a comment on',
  reply: 'replied to a comment on',
  review_requested: 'requested a review of',
  review_approved: 'approved',
  review_returned: 'sent back',
  published: 'published',
  promotion_failed: 'Promotion failed at its date:',
};

interface NotifiedEvent {
  kind: NotificationKind;
  by: { name: string } | null;
  item: { kind: string };
}

/** The words before the title of the item: `Bea approved`. */
export function notificationWords({ kind, by, item }: NotifiedEvent): string {
  if (kind === 'promotion_failed') return verbs[kind];
  const verb = kind === 'published' && item.kind === 'release' ? 'promoted' : verbs[kind];
  const name = by?.name ?? '';
  return `${name === '' ? 'Someone' : name} ${verb}`;
}
