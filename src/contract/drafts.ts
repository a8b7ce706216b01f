import { Type } from '@sinclair/typebox';
import { apiError } from './errors/api-error.ts';

/** The parameter of changes that may be made to the draft alone (specification: drafts-alone). */
export const DraftQuery = Type.Object(
  { draft: Type.Optional(Type.Boolean({ description: 'true or false' })) },
  { additionalProperties: false },
);

/** What such a write cannot say, since readers would notice it. */
const ofReaders = ['publish', 'published_at', 'publish_at', 'unpublish_at', 'archived'] as const;

/**
 * Whether a change is made to the draft alone.
 * @throws invalid_parameter where its body says beside that when readers see the item
 */
export function draftAlone(
  { draft }: { draft?: boolean },
  body: Partial<Record<(typeof ofReaders)[number], unknown>>,
): { draftOnly: boolean } {
  if (draft !== true) return { draftOnly: false };
  const beside = ofReaders.find((key) => body[key] !== undefined);
  if (beside === undefined) return { draftOnly: true };
  const why = `writes the draft alone, so "${beside}" cannot be sent beside it; leave out one of the two`;
  throw apiError('invalid_parameter', { name: 'draft', why }, { param: 'draft' });
}
