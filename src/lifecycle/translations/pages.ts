import type { Document } from 'mongodb';
import type { TranslationListQuery, TranslationPosition } from '../../core/context/index.ts';
import type { TakeRow } from '../../core/mongo/index.ts';
import type { TranslationKeys } from '../locales/schema.ts';

/** A page ends above this size, because each item can have megabytes. */
const pageBytes = 8 * 1024 * 1024;

/** The part of a collection that finds items by their translation states. */
interface TranslatedRows<R> {
  findWhile(
    filter: Document,
    options: { sort: Record<string, -1>; limit: number },
    takes: TakeRow<R>,
  ): Promise<boolean>;
}

/** The part of a collection that counts items by their translation states. */
interface CountedRows {
  countEach(filters: readonly Document[], cap: number): Promise<number[]>;
}

interface TranslatedItem {
  translation?: TranslationKeys;
}

interface TranslationPageQuery extends Pick<TranslationListQuery, 'keys' | 'after' | 'limit'> {
  /** A further condition. */
  filter?: Document;
}

/** Items with one of the translation keys, the last changed first, and the position of the next page. */
export async function findTranslationPage<K extends string, R extends Record<K, string> & TranslatedItem>(
  rows: TranslatedRows<R>,
  idKey: K,
  { keys, after, limit, filter = {} }: TranslationPageQuery,
): Promise<{ items: R[]; next: TranslationPosition | null }> {
  const afterPosition =
    after === null
      ? {}
      : {
          'translation.at': { $lte: after.at },
          $or: [{ 'translation.at': { $lt: after.at } }, { [idKey]: { $lt: after.id } }],
        };
  const items: R[] = [];
  let readBytes = 0;
  const isLast = await rows.findWhile(
    { ...filter, 'translation.keys': { $in: [...keys] }, ...afterPosition },
    { sort: { 'translation.at': -1, [idKey]: -1 }, limit: limit + 1 },
    (item, bytes) => {
      if (items.length === limit || (readBytes > pageBytes && items.length > 0)) return false;
      items.push(item);
      readBytes += bytes;
      return true;
    },
  );
  const last = items.at(-1);
  const next =
    isLast || last?.translation === undefined ? null : { at: last.translation.at, id: last[idKey] };
  return { items, next };
}

/** Counts the items of each translation key, up to `max`. */
export function countTranslationKeys(
  rows: CountedRows,
  { keys, max, filter = {} }: { keys: readonly string[]; max: number; filter?: Document },
): Promise<number[]> {
  return rows.countEach(
    keys.map((key) => ({ ...filter, 'translation.keys': key })),
    max,
  );
}
