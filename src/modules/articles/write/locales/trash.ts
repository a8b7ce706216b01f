import { apiError } from '../../../../contract/errors/api-error.ts';
import {
  type LocaleRecord,
  type ProjectContext,
  slugRemarks,
  type TrashedItem,
  type Tx,
} from '../../../../core/context/index.ts';
import { withNormalizedTexts } from '../../../../content/index.ts';
import {
  deletedStateIn,
  isVisible,
  putInTrash,
  reviewAfterRestore,
  storedItem,
  withoutReview,
  withStates,
} from '../../../../lifecycle/index.ts';
import { articleParts } from '../../locales/values.ts';
import type { ArticleModule } from '../../module.ts';
import { articleRecord } from '../../store/derive.ts';
import { findArticle } from '../../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';
import { articleTitleOf } from '../audited.ts';
import { restoredState } from './restore.ts';
import { storeArticle } from './store.ts';

/** Moves the content of an article in a further locale to the trash. */
export async function putLocaleInTrash<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  { record, locale }: { record: ArticleRecord<V>; locale: LocaleRecord },
): Promise<void> {
  const state = record.locales?.[locale.id];
  if (state === undefined) return;
  const title = state.draft['title'];
  await putInTrash(tx, {
    kind: module.kind,
    itemId: record._id,
    releaseId: null,
    type: null,
    title: typeof title === 'string' && title !== '' ? title : articleTitleOf(record),
    wasLive: isVisible(state, tx.now),
    record,
    locale: locale.id,
  });
}

/**
 * Restores the deleted content of an article in a further locale as a draft. A slug that another article has by now gets
 * a number.
 * @returns a remark if the slug is different now
 * @throws cannot_be_restored, revision_conflict if the article has content in the locale again
 */
export async function restoreLocale<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  { itemId, record, locale: id = '' }: Pick<TrashedItem, 'itemId' | 'record' | 'locale'>,
): Promise<ReturnType<typeof slugRemarks>> {
  const { list } = await tx.locales();
  const before = await findArticle(tx.db, module, itemId);
  if (before === null) throw apiError('cannot_be_restored', { why: 'its article was deleted' });
  const parts = articleParts(module);
  const item = storedItem(before, parts, list);
  const deleted = deletedStateIn(record, { id, item, list });
  tx.noteLocales([id]);
  const draft = withNormalizedTexts(deleted.draft);
  const state = await restoredState(tx, module, { ...deleted, draft, revision: item.revision }, itemId);
  const after = { ...item, states: new Map(item.states).set(id, state), revision: state.revision };
  const reviewed = { ...withoutReview(before), ...reviewAfterRestore(before, tx.caller) };
  const options = { parts, defaultId: list[0]?.id ?? '', now: tx.now };
  const states = withStates<V, ArticleRecord<V>>(reviewed, after, options);
  await storeArticle(tx, module, { before, record: articleRecord(tx, module, itemId, states), list });
  return slugRemarks(slugOf(deleted.draft), slugOf(state.draft));
}

function slugOf({ slug }: Readonly<Record<string, unknown>>): string {
  return typeof slug === 'string' ? slug : '';
}
