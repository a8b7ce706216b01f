import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Document } from 'mongodb';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import type { TypeRecord } from '../../types/schema.ts';
import { orderIndexNames } from '../store/order-indexes.ts';
import type { Field } from '../../fields/schema.ts';
import { suggestKey } from '../../fields/keyed-fields.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import { sortHint, type WhereFilter } from '../../../core/http/index.ts';
import { distanceOf, type GeoPoint } from '../../../contract/fields/geo.ts';
import type { Facet } from '../../fields/kind.ts';
import { readNear } from './geo-filters.ts';
import type { Condition } from './filter-plan.ts';

/** An order that an index has. */
export interface IndexOrder {
  by: 'index';
  path: string;
  direction: 1 | -1;
  sort: Record<string, 1 | -1>;
  /** The conditions under which an entry is in the index. */
  conditions: Condition[];
  index: string;
}

/** The order of a list. Each order ends in `id`, so pages are stable. */
export type ListOrder =
  | IndexOrder
  /** By a field without a complete index: the type has no slot left for it, or its slot is being filled. */
  | { by: 'memory'; field: Field; direction: 1 | -1; keyOf?: (value: unknown) => Facet | null };

/** The stored path of each date that a list can be sorted by. */
const timestamps: Readonly<Record<string, string>> = {
  created_at: 'created_at',
  published_at: 'published_at',
  updated_at: 'live_updated_at',
};

/**
 * Plans the order of `sort`; newest first without it. `hasSlots` is false for drafts: the slots are of live values.
 * @throws unknown_sort_field, unsortable_field
 */
export function planOrder(
  type: TypeRecord,
  sort = '-created_at',
  { hasSlots, where = [] }: { hasSlots: boolean; where?: readonly WhereFilter[] },
): ListOrder {
  const direction = sort.startsWith('-') ? -1 : 1;
  const name = sort.replace(/^-/, '');
  const timestamp = Object.hasOwn(timestamps, name) ? timestamps[name] : undefined;
  if (timestamp !== undefined) return indexOrder(timestamp, direction, []);
  const byDistance = distanceOrder(type, { name, direction, where });
  if (byDistance !== null) return byDistance;
  const field = sortable(type, name);
  const slot = hasSlots
    ? type.sort_slots.find(({ key, ready }) => key === storageKey(field) && ready)
    : undefined;
  if (slot === undefined) return { by: 'memory', field, direction };
  const path = `sorts.${slot.slot}`;
  return indexOrder(path, direction, [{ [path]: { $exists: true } }]);
}

/** The order by the distance from the point of a `near` filter on the same field, or null. */
function distanceOrder(
  { fields }: TypeRecord,
  { name, direction, where }: { name: string; direction: 1 | -1; where: readonly WhereFilter[] },
): ListOrder | null {
  const field = fields.find(({ key, type }) => key === name && type === 'geo_point');
  const filter = where.find((each) => each.field === name && each.operator === 'near');
  if (field === undefined || filter === undefined) return null;
  const { point } = readNear(field, filter);
  const keyOf = (value: unknown) => (value == null ? null : distanceOf(value as GeoPoint, point));
  return { by: 'memory', field, direction, keyOf };
}

function indexOrder(path: string, direction: 1 | -1, conditions: Condition[]): IndexOrder {
  const sort = { [path]: direction, id: direction };
  return { by: 'index', path, direction, sort, conditions, index: orderIndexNames[path] ?? '' };
}

function sortable({ fields }: TypeRecord, name: string): Field {
  const field = fields.find(({ key }) => key === name);
  const keys = fields.map(({ key }) => key);
  if (field === undefined) {
    const candidates = [...keys, ...Object.keys(timestamps)];
    const directed = directionAfter(name, candidates);
    const hints = {
      param: 'sort',
      did_you_mean: suggestKey(name, fields, Object.keys(timestamps)),
      available_fields: keys,
    };
    if (directed === null) throw apiError('unknown_sort_field', { name }, hints);
    throw new ApiError('unknown_sort_field', directed, { param: 'sort', available_fields: keys });
  }
  if (fieldKindOf(field).sortKey === undefined)
    throw apiError('unsortable_field', { name }, { param: 'sort', available_fields: keys });
  return field;
}

/** The message for `price:desc` and `price desc`, as other systems write a direction; null for any other name. */
function directionAfter(name: string, keys: readonly string[]): string | null {
  const [, key, direction = ''] = /^(.+?)[\s:,]+(asc|desc)(?:ending)?$/i.exec(name) ?? [];
  return key !== undefined && keys.includes(key) ? sortHint(key, /^desc/i.test(direction)) : null;
}

/** The stages that put drafts in an order. A draft's `updated_at` is the time of its last change. */
export function draftStages(order: ListOrder): Document[] {
  const { direction } = order;
  if (order.by === 'index') {
    const path = order.path === 'live_updated_at' ? 'updated_at' : order.path;
    return [{ $sort: { [path]: direction, id: direction } }];
  }
  const path = `$draft.${storageKey(order.field)}`;
  const isText = order.field.type === 'string' || order.field.type === 'url';
  return [
    { $set: { sort_key: isText ? { $toLower: path } : { $ifNull: [path, null] } } },
    { $sort: { sort_key: direction, id: direction } },
  ];
}
