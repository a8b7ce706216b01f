import { didYouMean } from '../../contract/errors/suggest.ts';
import type { Field } from './schema.ts';

/** A field as it is served: without what only the service needs. */
export function servedField(field: Field): Field {
  if (field.storage_key === undefined && field.former_keys === undefined) return field;
  const { storage_key: _stored, former_keys: _former, ...served } = field;
  return served;
}

/** The key that was probably meant: the present one of a renamed field, else a similar one. */
export function suggestKey(
  name: string,
  fields: readonly Field[],
  otherNames: readonly string[] = [],
): string | undefined {
  const renamed = fields.find((field) => field.former_keys?.includes(name));
  return renamed?.key ?? didYouMean(name, [...fields.map(({ key }) => key), ...otherNames]);
}

/** Present keys by former ones. Keys that a field has now, and those that two fields had, are omitted. */
export function presentKeys(fields: readonly Field[]): Record<string, string> {
  const currentKeys = new Set(fields.map(({ key }) => key));
  const former = fields.flatMap(({ key, former_keys: keys = [] }) => keys.map((one) => [one, key] as const));
  const isUnique = (key: string) => former.filter(([one]) => one === key).length === 1;
  return Object.fromEntries(former.filter(([key]) => !currentKeys.has(key) && isUnique(key)));
}
