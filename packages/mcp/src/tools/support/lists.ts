import type { Json } from '../../api.ts';
import type { ItemResource } from '../../item-resource.ts';

type Query = Record<string, string | undefined>;

/** The start of a page: a cursor, or the offset that lists in another sort order have instead. */
export function pageQuery(cursor: string | undefined): Query {
  const [, offset] = /^offset:(\d+)$/.exec(cursor ?? '') ?? [];
  return offset === undefined ? { cursor } : { offset };
}

/** Filters as parameters: `where[field][operator]` for entries, parameters of the list for built-in types. */
export function filterQuery({ kind }: Pick<ItemResource, 'kind'>, where: Json): Query {
  const entries = Object.entries(where);
  if (kind !== 'entry') return Object.fromEntries(entries.map(([name, value]) => [name, toText(value)]));
  return Object.fromEntries(entries.flatMap(([field, filter]) => fieldFilters(field, filter)));
}

function fieldFilters(field: string, filter: unknown): [string, string][] {
  if (filter === null) return [[`where[${field}][is_null]`, 'true']];
  if (Array.isArray(filter)) return [[`where[${field}][in]`, toList(filter)]];
  if (typeof filter !== 'object') return [[`where[${field}]`, toText(filter)]];
  return Object.entries(filter).map(([operator, value]) => [
    `where[${field}][${operator}]`,
    Array.isArray(value) ? toList(value) : toText(value),
  ]);
}

function toList(values: readonly unknown[]): string {
  return values.map((value) => toText(value).replace(/[\\,]/g, '\\$&')).join(',');
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
