import { freeSlug } from '../../../../contract/text/slugs.ts';
import { withNormalizedTexts } from '../../../../content/index.ts';
import { type ProjectContext, slugRemarks, type Tx } from '../../../../core/context/index.ts';
import {
  contributorsAfterRestore,
  type LocaleState,
  restored,
  storedItem,
  withoutReview,
  withSources,
  withStates,
} from '../../../../lifecycle/index.ts';
import { articleParts } from '../../locales/values.ts';
import type { ArticleModule } from '../../module.ts';
import { articleRecord } from '../../store/derive.ts';
import { takenSlugs } from '../../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../../store/schema.ts';
import { countArticle } from '../write.ts';
import { storeArticle } from './store.ts';

/**
 * Restores a deleted article as a draft in each of its locales. A slug that another article has by now gets a number.
 * @returns a remark if the article's own slug is different now
 */
export async function restoreInLocales<V extends ArticleValues>(
  tx: Tx<ProjectContext>,
  module: ArticleModule<V>,
  deleted: ArticleRecord<V>,
): Promise<ReturnType<typeof slugRemarks>> {
  const { list } = await tx.locales();
  const parts = articleParts(module);
  const { shared, states: deletedStates, revision } = storedItem(withNormalizedTexts(deleted), parts, list);
  const states = new Map<string, LocaleState>();
  for (const [id, state] of deletedStates)
    states.set(id, await restoredState(tx, module, { ...state, revision }, deleted._id));
  const item = { shared: { ...shared, live: null }, states, revision: revision + 2 };
  const before = { ...withoutReview(deleted), ...contributorsAfterRestore(deleted, tx.caller) };
  const options = { parts, defaultId: list[0]?.id ?? '', now: tx.now };
  const restoredRecord = withStates<V, ArticleRecord<V>>(before, item, options);
  const record = articleRecord(tx, module, deleted._id, restoredRecord);
  await storeArticle(tx, module, { before: null, record, list });
  countArticle(tx, 1);
  return slugRemarks(deleted.slug, record.slug);
}

/** A draft with the values of a deleted state; its slug is final only if it is the one that readers know. */
export async function restoredState<V extends ArticleValues>(
  { db, now }: Pick<Tx<ProjectContext>, 'db' | 'now'>,
  module: ArticleModule<V>,
  state: LocaleState,
  id: string,
): Promise<LocaleState> {
  const { slug: before } = state.draft;
  const draftState = withSources(restored(state, now), state.sources ?? {});
  if (typeof before !== 'string' || before === '') return draftState;
  const slug = freeSlug(before, await takenSlugs(db, module, before, id));
  const was_live = draftState.was_live && slug === before;
  return { ...draftState, draft: { ...draftState.draft, slug }, was_live };
}
