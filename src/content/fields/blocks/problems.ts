import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { Field } from '../schema.ts';

interface BadValue {
  name: string;
  expected: string;
  got: string;
  blockId?: string | undefined;
}

/** The hint that names a block; nothing where the block was sent without an id. */
export function blockHint(blockId: string | undefined): { block_id?: string } {
  return blockId === undefined ? {} : { block_id: blockId };
}

/** A refused part of a `blocks` field at a path (specification: errors). */
export function blockProblem(param: string, { name, expected, got, blockId }: BadValue): ApiError {
  const hints = { param, expected, got, ...blockHint(blockId) };
  return apiError('invalid_field_value', { name, why: `it must be ${expected}` }, hints);
}

/** A required field of a block that is empty. */
export function missingIn(field: Field, param: string, blockId: string | undefined): ApiError {
  return apiError('missing_required_field', { name: field.key }, { param, ...blockHint(blockId) });
}

/** Keys that the definition of a block does not have, at most 20 of them. */
export function unknownKeysIn(
  sent: Readonly<Record<string, unknown>>,
  { fields, at, blockId }: { fields: readonly Field[]; at: string; blockId: string | undefined },
): ApiError[] {
  const known = fields.map(({ key }) => key);
  const strange = Object.keys(sent).filter((key) => !known.includes(key));
  return strange.slice(0, 20).map((name) =>
    apiError(
      'unknown_field',
      { name },
      {
        param: `${at}.${name}`,
        did_you_mean: didYouMean(name, known),
        available_fields: known,
        ...blockHint(blockId),
      },
    ),
  );
}

/** A block that its list does not take, whether there is a definition of this name or not. */
export function notAllowed(
  slug: string,
  { param, allowed, blockId }: { param: string; allowed: readonly string[]; blockId?: string | undefined },
): ApiError {
  const hints = { param, did_you_mean: didYouMean(slug, allowed), available_blocks: allowed };
  return apiError('block_not_allowed', { slug: slug.slice(0, 80) }, { ...hints, ...blockHint(blockId) });
}
