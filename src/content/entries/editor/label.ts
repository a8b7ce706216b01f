import type { TypeRecord } from '../../types/schema.ts';
import type { EntryValues } from '../store/schema.ts';

/** The text that labels an entry: the value of its type's display field (specification: content-types). */
export function titleOf(type: TypeRecord | undefined, values: EntryValues, id: string): string {
  const value = type?.display_field == null ? undefined : values[type.display_field];
  return typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : id;
}

/** Where an entry is read: a singleton at its type's address (specification: entries). */
export function entryUrl(kind: TypeRecord['kind'], type: string, id: string): string {
  return kind === 'singleton' ? `/v1/content/${type}` : `/v1/content/${type}/${id}`;
}
