import { type ApiError, isTooLarge } from '../../../api/errors/api-error.ts';
import type { ErrorDetail } from '../../../api/errors/error-detail.ts';
import type { Changes, Versions } from './changes.ts';
import type { Values } from '../conflict/merge.ts';

/**
 * Maps each field to its first error. `body.content[2]` belongs to `body`, `seo.title` to `seo.title` if that is a field,
 * and an error inside a block to the field of the block: `sections/blk_1/title`.
 */
export function errorsByField(
  { errors }: ApiError,
  isField: (key: string) => boolean,
): Map<string, ErrorDetail> {
  const byField = new Map<string, ErrorDetail>();
  for (const error of errors) {
    const key = error.block_id === undefined ? keyOf(error, isField) : keyInBlock(error, error.block_id);
    if (!byField.has(key)) byField.set(key, error);
  }
  return byField;
}

/** The errors of a rejected save by field. If the save is too large, its largest field gets the error. */
export function errorsOfSave(
  error: ApiError,
  values: Values,
  isField: (key: string) => boolean,
): Map<string, ErrorDetail> {
  if (!isTooLarge(error)) return errorsByField(error, isField);
  const sizes = Object.entries(values).map(
    ([key, value]) => [key, JSON.stringify(value)?.length ?? 0] as const,
  );
  const [largest] = sizes.toSorted(([, size], [, otherSize]) => otherSize - size);
  return new Map(largest === undefined ? [] : [[largest[0], error.first]]);
}

function keyOf({ param = '' }: ErrorDetail, isField: (key: string) => boolean): string {
  const [first = '', second] = param.split('[')[0]?.split('.') ?? [];
  const both = `${first}.${second}`;
  return isField(both) ? both : first;
}

/** `sections[2].values.items[0].values.title` and `sections.blk_1.title` both lead to `sections/blk_1/title`. */
function keyInBlock({ param = '' }: ErrorDetail, id: string): string {
  const top = /^[^.[]+/.exec(param)?.[0] ?? '';
  const rest = param.split('.values.').slice(1).at(-1) ?? param.split(`.${id}.`)[1] ?? '';
  const key = /^[^.[]+/.exec(rest)?.[0];
  return key === undefined ? `${top}/${id}` : `${top}/${id}/${key}`;
}

/**
 * Assigns the errors of a rejected save to the changed fields, without fields that were typed in since. An error of a
 * part that was not sent by itself, such as the number of blocks, belongs to the field that contains it.
 */
export function errorsOfChanges(
  errors: Map<string, ErrorDetail>,
  changes: Pick<Changes, 'has' | 'changedSince'>,
  versions: Versions,
): { errors: Map<string, ErrorDetail>; concernsChange: boolean } {
  for (const [key, error] of [...errors]) {
    const [top = ''] = key.split('/');
    if (!changes.has(key) && changes.has(top)) errors.set(top, error);
  }
  const concernsChange = [...errors.keys()].some((key) => changes.has(key));
  for (const key of changes.changedSince(versions)) errors.delete(key);
  return { errors, concernsChange };
}
