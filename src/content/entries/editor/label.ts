import { storageKeyOf } from '../../../contract/fields/storage-key.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { TypesBySlug } from '../../types/types-by-slug.ts';
import type { EntryValues } from '../store/schema.ts';

/** The storage key of the field that labels entries of a type, or null. */
export function labelKey({ display_field: key, fields }: TypeRecord): string | null {
  return key === null ? null : storageKeyOf(fields, key);
}

/** The keys under which entries of any type store their labels. */
export function labelKeys(types: TypesBySlug): string[] {
  return [...new Set([...types.values()].flatMap((type) => labelKey(type) ?? []))];
}

/** The text that labels an entry: the value of its type's display field (specification: content-types). */
export function titleOf(type: TypeRecord | undefined, values: EntryValues, id: string): string {
  const key = type === undefined ? null : labelKey(type);
  const value = key === null ? undefined : values[key];
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : id;
}

/** The API path of an entry. A singleton has the path of its type (specification: entries). */
export function entryUrl(kind: TypeRecord['kind'], type: string, id: string): string {
  return kind === 'singleton' ? `/v1/content/${type}` : `/v1/content/${type}/${id}`;
}
