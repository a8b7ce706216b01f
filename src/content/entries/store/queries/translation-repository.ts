import type { TranslationListQuery, TranslationPosition } from '../../../../core/context/index.ts';
import type { ReleaseDb } from '../../../../core/mongo/index.ts';
import { rows } from '../../../../core/mongo/scope/scoped.ts';
import { countTranslationKeys, findTranslationPage } from '../../../../lifecycle/index.ts';
import { entries } from '../repository.ts';
import type { EntryRecord } from '../schema.ts';

/** A page of the entries with one of the translation keys. */
export function findTranslations(
  db: ReleaseDb,
  { type, keys, after, limit }: TranslationListQuery,
): Promise<{ items: EntryRecord[]; next: TranslationPosition | null }> {
  const filter = type === undefined ? {} : { type };
  return findTranslationPage<'id', EntryRecord>(rows(db, entries), 'id', { keys, after, limit, filter });
}

/** Counts the entries of each key, up to `max`. */
export function countTranslations(db: ReleaseDb, keys: readonly string[], max: number): Promise<number[]> {
  return countTranslationKeys(rows(db, entries), { keys, max });
}
