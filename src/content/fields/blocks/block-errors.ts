import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import { suggestKey } from '../keyed-fields.ts';
import type { Field } from '../schema.ts';

interface BadValue {
  name: string;
  expected: string;
  got: string;
  blockId?: string | undefined;
}

/** The hint that names a block; empty if the block was sent without an id. */
export function blockHint(blockId: string | undefined): { block_id?: string } {
  return blockId === undefined ? {} : { block_id: blockId };
}

/** The error for an invalid part of a `blocks` field (specification: errors). */
export function blockError(param: string, { name, expected, got, blockId }: BadValue): ApiError {
  const hints = { param, expected, got, ...blockHint(blockId) };
  return apiError('invalid_field_value', { name, why: `it must be ${expected}` }, hints);
}

/** The error for an empty required field of a block. */
export function missingFieldError(field: Field, param: string, blockId: string | undefined): ApiError {
  return apiError('missing_required_field', { name: field.key }, { param, ...blockHint(blockId) });
}

/** One error for each key that isn't in the definition of the block, at most 20. */
export function unknownKeyErrors(
  sent: Readonly<Record<string, unknown>>,
  { fields, at, blockId }: { fields: readonly Field[]; at: string; blockId: string | undefined },
): ApiError[] {
  const knownKeys = fields.map(({ key }) => key);
  const unknownKeys = Object.keys(sent).filter((key) => !knownKeys.includes(key));
  return unknownKeys.slice(0, 20).map((name) =>
    apiError(
      'unknown_field',
      { name },
      {
        param: `${at}.${name}`,
        did_you_mean: suggestKey(name, fields),
        available_fields: knownKeys,
        ...blockHint(blockId),
      },
    ),
  );
}

/** The error for a block that the field doesn't allow, whether or not its definition exists. */
export function notAllowedError(
  slug: string,
  { param, allowed, blockId }: { param: string; allowed: readonly string[]; blockId?: string | undefined },
): ApiError {
  const hints = { param, did_you_mean: didYouMean(slug, allowed), available_blocks: allowed };
  return apiError('block_not_allowed', { slug: slug.slice(0, 80) }, { ...hints, ...blockHint(blockId) });
}
