import type { ErrorCode } from './errors.ts';

/** Codes that belong together, for the `errors` of routes. */
export const errorGroups = {
  dates: [
    'invalid_published_at',
    'published_at_too_far_ahead',
    'invalid_unpublish_at',
    'unpublish_at_too_far_ahead',
  ],
  changeDates: [
    'invalid_published_at',
    'published_at_too_far_ahead',
    'invalid_publish_at',
    'invalid_unpublish_at',
    'unpublish_at_too_far_ahead',
  ],
  richtext: ['invalid_richtext_document', 'unknown_richtext_node'],
  change: ['nothing_to_update', 'revision_conflict'],
  blogReading: ['unknown_blog_article', 'blog_article_not_published', 'blog_article_scheduled'],
  kbReading: [
    'unknown_kb_article',
    'kb_article_not_published',
    'kb_article_scheduled',
    'kb_article_archived',
  ],
} as const satisfies Record<string, readonly ErrorCode[]>;
