import type { LocaleRecord, ProjectContext, Tx } from '../../../../core/context/index.ts';
import { checkLocaleRowBytes, countLocaleRows } from '../../../../lifecycle/index.ts';
import { articleRowCount, articleRowsOf } from '../../locales/row.ts';
import { withTranslation } from '../../locales/translation.ts';
import type { ArticleModule } from '../../module.ts';
import { storeArticleRows } from '../../store/locale-repository.ts';
import { insertArticle, updateArticle } from '../../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';

/**
 * The item of the version history of an article in a locale.
 * @param locale - the id of the locale; null for the default locale
 */
export function articleItem(articleId: string, locale: string | null): string {
  return locale === null ? articleId : `${articleId}/${locale}`;
}

/**
 * Stores an article with its rows, and updates the counts of the module. `before` is null for a new one.
 * @throws limit_reached
 */
export async function storeArticle<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  {
    before,
    record,
    list,
  }: { before: ArticleRecord<V> | null; record: ArticleRecord<V>; list: readonly LocaleRecord[] },
): Promise<void> {
  const { db, project, now } = tx;
  const article = withTranslation(module, record, list);
  if (before === null) await insertArticle(db, article);
  else if (!(await updateArticle(db, before, article)))
    throw new Error(`article ${record._id} changed inside its transaction`);
  const rows = articleRowsOf(module, record, { list, project, now });
  checkLocaleRowBytes(rows);
  countLocaleRows(tx, rows.length - (before === null ? 0 : articleRowCount(before, list)));
  await storeArticleRows(db, { id: record._id, rows });
  await module.updateCounts?.(db, before, record);
}
