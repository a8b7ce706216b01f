import type { ProjectWriter, Tx } from '../../../../core/context/index.ts';
import { rejectWhileAnyDue, removalOf, storedItem } from '../../../../lifecycle/index.ts';
import { articleForm } from '../../locales/values.ts';
import type { ArticleModule } from '../../module.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';
import { changeInLocales } from './events.ts';

/**
 * Aborts a write of an article that has a due date in any locale, or content in a removed one of which an event has to
 * tell; `writeProject` applies it first.
 */
export async function rejectWhileLocaleDue<V extends ArticleValues>(
  tx: Tx<ProjectWriter>,
  module: ArticleModule<V>,
  article: ArticleRecord<V>,
): Promise<void> {
  const { list } = await tx.locales();
  rejectWhileAnyDue(article._id, {
    item: storedItem(article, articleForm(module).parts, list),
    removal: await removalOfArticle(tx, module, article),
    now: tx.now,
  });
}

/**
 * Emits the event of an article that lost content in removed locales. The caller deletes the content in the same
 * transaction.
 * @returns the article with the revision of the event; itself without an event
 */
export async function emitRemoval<V extends ArticleValues>(
  tx: Tx<ProjectWriter>,
  module: ArticleModule<V>,
  article: ArticleRecord<V>,
): Promise<ArticleRecord<V>> {
  const removal = await removalOfArticle(tx, module, article);
  if (removal === null) return article;
  await changeInLocales(tx, module, { ...removal, record: article });
  return { ...article, last_revision: removal.after.revision };
}

async function removalOfArticle<V extends ArticleValues>(
  tx: Tx<ProjectWriter>,
  module: ArticleModule<V>,
  article: ArticleRecord<V>,
) {
  if (article.locales === undefined) return null;
  const { parts, addressesOf } = articleForm(module);
  return removalOf(article, parts, await tx.locales(), { addressesOf });
}
