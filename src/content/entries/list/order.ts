import type { Document } from 'mongodb';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import type { TypeRecord } from '../../types/schema.ts';
import type { EntryRecord } from '../store/schema.ts';
import { orderIndexNames } from '../store/order-indexes.ts';
import type { Field } from '../../fields/schema.ts';
import { fieldKindOf } from '../../fields/kinds.ts';
import { sortHint } from '../../../core/http/index.ts';
import type { Within } from '../../../core/mongo/index.ts';

/** How a list is put in order; every order ends in `id`, so that paging is stable. */
export type ListOrder =
  | {
      by: 'index';
      path: string;
      direction: 1 | -1;
      sort: Record<string, 1 | -1>;
      /** What a row must have to be in the index. */
      conditions: Within<EntryRecord>[];
      index: string;
    }
  /** A field without an index that is whole: a type has more sortable fields than slots, or entries are being filled. */
  | { by: 'memory'; field: Field; direction: 1 | -1 };

/** The path of each by which entries can be sorted. */
const timestamps: Readonly<Record<string, string>> = {
  created_at: 'created_at',
  published_at: 'published_at',
  updated_at: 'live_updated_at',
};

/**
 * Plans the order that `sort` asks for; newest first without it. Where drafts are shown the slots are of other values.
 * @throws unknown_sort_field, unsortable_field
 */
export function planOrder(type: TypeRecord, sort = '-created_at', { hasSlots = true } = {}): ListOrder {
  const direction = sort.startsWith('-') ? -1 : 1;
  const name = sort.replace(/^-/, '');
  const timestamp = Object.hasOwn(timestamps, name) ? timestamps[name] : undefined;
  if (timestamp !== undefined) return byIndex({ path: timestamp, direction, conditions: [] });
  const field = sortable(type, name);
  const place = type.sort_slots.find(({ key, ready }) => key === name && ready);
  if (place === undefined || !hasSlots) return { by: 'memory', field, direction };
  const path = `sorts.${place.slot}`;
  return byIndex({ path, direction, conditions: [{ [path]: { $exists: true } }] });
}

interface SortPath {
  path: string;
  direction: 1 | -1;
  conditions: Within<EntryRecord>[];
}

function byIndex({ path, direction, conditions }: SortPath): ListOrder {
  const sort = { [path]: direction, id: direction };
  return { by: 'index', path, direction, sort, conditions, index: orderIndexNames[path] ?? '' };
}

function sortable({ fields }: TypeRecord, name: string): Field {
  const field = fields.find(({ key }) => key === name);
  const keys = fields.map(({ key }) => key);
  if (field === undefined) {
    const candidates = [...keys, ...Object.keys(timestamps)];
    const directed = directionAfter(name, candidates);
    const hints = { param: 'sort', did_you_mean: didYouMean(name, candidates), available_fields: keys };
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

/** The order of a list of drafts: stages that sort, the last one by `id`. @throws as `planOrder` */
export function draftOrder(type: TypeRecord, sort: string | undefined): Document[] {
  const order = planOrder(type, sort, { hasSlots: false });
  if (order.by === 'index') {
    const isByEdit = sort === 'updated_at' || sort === '-updated_at';
    const direction = sort === 'updated_at' ? 1 : -1;
    return [{ $sort: isByEdit ? { updated_at: direction, id: direction } : order.sort }];
  }
  const { field, direction } = order;
  const path = `$draft.${field.key}`;
  const isText = field.type === 'string' || field.type === 'url';
  return [
    { $set: { sort_key: isText ? { $toLower: path } : { $ifNull: [path, null] } } },
    { $sort: { sort_key: direction, id: direction } },
  ];
}
