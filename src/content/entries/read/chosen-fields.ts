import { storageKey } from '../../../contract/fields/storage-key.ts';
import { limits } from '../../../contract/limits.ts';
import { combineErrors, apiError } from '../../../contract/errors/api-error.ts';
import { suggestKey } from '../../fields/keyed-fields.ts';
import type { TypeShape } from '../../types/lookup.ts';

/**
 * Returns the type with the fields that `fields` lists, in the type's order, or the type itself without `fields`
 * (specification: chosen-fields). Other fields are not read or resolved.
 * @throws invalid_parameter for no or too many keys, unknown_field
 */
export function narrowType(type: TypeShape, { fields: fieldsParameter }: { fields?: string }): TypeShape {
  if (fieldsParameter === undefined) return type;
  const keys = new Set(
    fieldsParameter
      .split(',')
      .map((key) => key.trim())
      .filter((key) => key !== ''),
  );
  const max = limits.fields_per_type_max;
  if (keys.size === 0 || keys.size > max) {
    const why = `takes 1 to ${max} keys of fields, separated by commas`;
    throw apiError('invalid_parameter', { name: 'fields', why }, { param: 'fields' });
  }
  const fieldKeys = type.fields.map(({ key }) => key);
  const unknown = combineErrors(
    [...keys]
      .filter((key) => !fieldKeys.includes(key))
      .map((name) =>
        apiError(
          'unknown_field',
          { name: name.slice(0, 80) },
          {
            param: 'fields',
            did_you_mean: suggestKey(name.replace(/^values\./, ''), type.fields),
            available_fields: fieldKeys,
          },
        ),
      ),
  );
  if (unknown !== null) throw unknown;
  return { ...type, fields: type.fields.filter(({ key }) => keys.has(key)) };
}

/** The storage keys of the values to read; undefined for all of them. */
export function keysToRead(type: TypeShape, visibleType: TypeShape): string[] | undefined {
  return visibleType === type ? undefined : visibleType.fields.map(storageKey);
}
