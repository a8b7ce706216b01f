import { Type } from '@sinclair/typebox';
import { apiError } from './errors/api-error.ts';

/** Parameter of changes that can be saved as a draft only (specification: drafts-alone). */
export const DraftQuery = Type.Object(
  { draft: Type.Optional(Type.Boolean({ description: 'true or false' })) },
  { additionalProperties: false },
);

/** Keys that `draft=true` rejects, because readers would notice the change. */
const publishingKeys = ['publish', 'published_at', 'publish_at', 'unpublish_at', 'archived'] as const;

/**
 * Reads whether a change only saves the draft.
 * @throws invalid_parameter if the body also publishes or schedules the item
 */
export function readDraftOnly(
  { draft }: { draft?: boolean },
  body: Partial<Record<(typeof publishingKeys)[number], unknown>>,
): { draftOnly: boolean } {
  if (draft !== true) return { draftOnly: false };
  const conflictingKey = publishingKeys.find((key) => body[key] !== undefined);
  if (conflictingKey === undefined) return { draftOnly: true };
  const why = `writes the draft alone, so "${conflictingKey}" cannot be sent beside it; omit one of the two`;
  throw apiError('invalid_parameter', { name: 'draft', why }, { param: 'draft' });
}
