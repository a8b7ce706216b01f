import { storageKey, storageKeyOf } from '../../contract/fields/storage-key.ts';
import { slugOfSource } from '../../contract/text/slugs.ts';
import type { Field } from './schema.ts';

/** The slug from the source of a field, or null if the field is filled or its source is empty. */
export function slugFrom(
  field: Field,
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  id: string,
): string | null {
  const { options } = field;
  if (options.source === undefined || (values[storageKey(field)] ?? '') !== '') return null;
  return slugOfSource(values[storageKeyOf(fields, options.source)], id);
}
