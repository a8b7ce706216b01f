import { scheduledEntries } from './content/service.ts';
import { scheduledBlogArticles } from './blog/service.ts';
import { scheduledKbArticles } from './kb/service.ts';
import type { ScheduledKind } from './platform/call.ts';

/** What can be published at a date; every feature with drafts adds its own here. */
export const scheduledKinds: readonly ScheduledKind[] = [
  scheduledEntries,
  scheduledBlogArticles,
  scheduledKbArticles,
];
