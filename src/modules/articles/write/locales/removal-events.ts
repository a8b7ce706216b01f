import type { ProjectWriter, Tx } from '../../../../core/context/index.ts';
import { type LocalizedItem, rejectWhileAnyDue, removalOf } from '../../../../lifecycle/index.ts';
import { articleForm } from '../../locales/values.ts';
import type { ArticleModule } from '../../module.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';
import { emitLocaleChange } from './events.ts';

/**
 * Aborts a write of an article with a due date in any locale, or with content in a removed locale that still needs its
 * event. `writeProject` applies either one first.
 */
export async function rejectWhileLocaleDue<V extends ArticleValues>(
  tx: Tx<ProjectWriter>,
  module: ArticleModule<V>,
  { article, item }: { article: ArticleRecord<V>; item: LocalizedItem },
): Promise<void> {
  const removal = await removalOfArticle(tx, module, article);
  rejectWhileAnyDue(article._id, { item, removal, now: tx.now });
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
  await emitLocaleChange(tx, module, { ...removal, record: article });
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
