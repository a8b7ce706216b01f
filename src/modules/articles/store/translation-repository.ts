import type { TranslationListQuery } from '../../../core/context/index.ts';
import type { ProjectDb, Within } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import type { ArticleModule } from '../module.ts';
import { type AnyArticle, articlesOf } from './repository.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';

/** A page ends above this size, because each article can have megabytes. */
const pageBytes = 8 * 1024 * 1024;

/** Articles with one of the translation keys, the last changed first, and whether more follow. */
export async function findArticleTranslations<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  { keys, after, limit }: Pick<TranslationListQuery, 'keys' | 'after' | 'limit'>,
): Promise<{ articles: ArticleRecord<V>[]; hasMore: boolean }> {
  const position: Within<AnyArticle> =
    after === null
      ? {}
      : {
          'translation.at': { $lte: after.at },
          $or: [{ 'translation.at': { $lt: after.at } }, { _id: { $lt: after.id } }],
        };
  const page: AnyArticle[] = [];
  let readBytes = 0;
  const isWhole = await rows(db, articlesOf[module]).findWhile(
    { module, 'translation.keys': { $in: [...keys] }, ...position },
    { sort: { 'translation.at': -1, _id: -1 }, limit: limit + 1 },
    (article, bytes) => {
      if (page.length === limit || (readBytes > pageBytes && page.length > 0)) return false;
      page.push(article);
      readBytes += bytes;
      return true;
    },
  );
  return { articles: page as unknown as ArticleRecord<V>[], hasMore: !isWhole }; // the module determines V
}

/** Counts the articles of each key, up to `max`. */
export function countArticleTranslations<V extends ArticleValues>(
  db: ProjectDb,
  { module }: ArticleModule<V>,
  { keys, max }: { keys: readonly string[]; max: number },
): Promise<number[]> {
  return rows(db, articlesOf[module]).countEach(
    keys.map((key) => ({ module, 'translation.keys': key })),
    max,
  );
}
