import type { Json } from '../../api.ts';
import type { ItemResource } from '../../item-resource.ts';

type Query = Record<string, string | undefined>;

/** Where a list goes on: by cursor, or by the offset that lists in another order have in its place. */
export function pageOf(cursor: string | undefined): Query {
  const [, offset] = /^offset:(\d+)$/.exec(cursor ?? '') ?? [];
  return offset === undefined ? { cursor } : { offset };
}

/** Filters as parameters: of entries `where[field][operator]`, of the modules the parameters of their lists. */
export function whereOf({ kind }: Pick<ItemResource, 'kind'>, where: Json): Query {
  const entries = Object.entries(where);
  if (kind !== 'entry') return Object.fromEntries(entries.map(([name, value]) => [name, textOf(value)]));
  return Object.fromEntries(entries.flatMap(([field, asked]) => filtersOf(field, asked)));
}

function filtersOf(field: string, asked: unknown): [string, string][] {
  if (asked === null) return [[`where[${field}][is_null]`, 'true']];
  if (Array.isArray(asked)) return [[`where[${field}][in]`, listed(asked)]];
  if (typeof asked !== 'object') return [[`where[${field}]`, textOf(asked)]];
  return Object.entries(asked).map(([operator, value]) => [
    `where[${field}][${operator}]`,
    Array.isArray(value) ? listed(value) : textOf(value),
  ]);
}

function listed(values: readonly unknown[]): string {
  return values.map((value) => textOf(value).replace(/[\\,]/g, '\\$&')).join(',');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
