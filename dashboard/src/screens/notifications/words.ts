import type { Notification } from '../../../../src/dashboard/notifications/schema.ts';

const verbs: Readonly<Record<Notification['kind'], string>> = {
  mention: 'mentioned you in a comment on',
  reply: 'replied to a comment on',
  review_requested: 'requested a review of',
  review_approved: 'approved',
  review_returned: 'sent back',
  published: 'published',
  promotion_failed: 'The promotion at its date failed:',
};

/** The words before the title: `Bea approved`. */
export function wordsOf({ kind, by, item }: Pick<Notification, 'kind' | 'by' | 'item'>): string {
  if (kind === 'promotion_failed') return verbs[kind];
  const verb = kind === 'published' && item.kind === 'release' ? 'promoted' : verbs[kind];
  return `${by?.name || 'Someone'} ${verb}`;
}
