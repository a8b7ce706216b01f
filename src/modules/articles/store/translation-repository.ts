import type { TranslationListQuery, TranslationPosition } from '../../../core/context/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { countTranslationKeys, findTranslationPage } from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import { type AnyArticle, articlesOf } from './repository.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';

/** A page of the articles with one of the translation keys. */
export async function findArticleTranslations<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  { keys, after, limit }: TranslationListQuery,
): Promise<{ items: ArticleRecord<V>[]; next: TranslationPosition | null }> {
  const query = { keys, after, limit, filter: { module } };
  const page = await findTranslationPage<'_id', AnyArticle>(rows(db, articlesOf[module]), '_id', query);
  return { ...page, items: page.items as unknown as ArticleRecord<V>[] }; // the module determines V
}

/** Counts the articles of each key, up to `max`. */
export function countArticleTranslations<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  { keys, max }: { keys: readonly string[]; max: number },
): Promise<number[]> {
  return countTranslationKeys(rows(db, articlesOf[module]), { keys, max, filter: { module } });
}
