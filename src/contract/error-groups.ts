import type { ErrorCode } from './errors.ts';

/** Codes that go together, for routes that name what they answer. */
export const errorGroups = {
  dates: ['invalid_published_at', 'published_at_too_far_ahead'],
  richtext: ['invalid_richtext_document', 'unknown_richtext_node'],
  change: ['nothing_to_update', 'revision_conflict'],
} as const satisfies Record<string, readonly ErrorCode[]>;
