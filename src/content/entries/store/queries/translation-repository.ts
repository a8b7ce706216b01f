import type { TranslationPosition } from '../../../../core/context/index.ts';
import type { ReleaseDb, Within } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';

/** A page ends above this size, because each entry can have megabytes. */
const pageBytes = 8 * 1024 * 1024;

interface TranslationRows {
  type: string | undefined;
  keys: readonly string[];
  after: TranslationPosition | null;
  limit: number;
}

/** Entries with one of the translation keys, the last changed first, and whether more follow. */
export async function findTranslations(
  db: ReleaseDb,
  { type, keys, after, limit }: TranslationRows,
): Promise<{ entries: EntryRecord[]; hasMore: boolean }> {
  const filter: Within<EntryRecord> = {
    'translation.keys': { $in: [...keys] },
    ...(type === undefined ? {} : { type }),
    ...(after === null
      ? {}
      : {
          'translation.at': { $lte: after.at },
          $or: [{ 'translation.at': { $lt: after.at } }, { id: { $lt: after.id } }],
        }),
  };
  const page: EntryRecord[] = [];
  let readBytes = 0;
  const isWhole = await rows(db, entries).findWhile(
    filter,
    { sort: { 'translation.at': -1, id: -1 }, limit: limit + 1 },
    (entry, bytes) => {
      if (page.length === limit || (readBytes > pageBytes && page.length > 0)) return false;
      page.push(entry);
      readBytes += bytes;
      return true;
    },
  );
  return { entries: page, hasMore: !isWhole };
}

/** Counts the entries of each key, up to `max`. */
export function countTranslations(db: ReleaseDb, keys: readonly string[], max: number): Promise<number[]> {
  return rows(db, entries).countEach(
    keys.map((key) => ({ 'translation.keys': key })),
    max,
  );
}
