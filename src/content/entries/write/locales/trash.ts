import { apiError } from '../../../../contract/errors/api-error.ts';
import type { LocaleRecord, ReleaseContext, TrashedItem, Tx } from '../../../../core/context/index.ts';
import {
  deletedStateIn,
  isVisible,
  putInTrash,
  restored,
  reviewAfterRestore,
  withoutReview,
  withSources,
} from '../../../../lifecycle/index.ts';
import { joinValues, splitValues } from '../../../fields/locales/own-values.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { titleOf } from '../../editor/label.ts';
import { itemOf } from '../../store/locales/states.ts';
import { findEntry } from '../../store/repository.ts';
import type { EntryRecord } from '../../store/schema.ts';
import { type RestoredValues, restoreValues } from '../values/restore-values.ts';
import { storeItem } from './store.ts';

/** Moves the content of an entry in a further locale to the trash. */
export async function putLocaleInTrash(
  tx: Tx<ReleaseContext>,
  { type, entry, locale }: { type: TypeShape; entry: EntryRecord; locale: LocaleRecord },
): Promise<void> {
  const state = entry.locales?.[locale.id];
  if (state === undefined) return;
  const { shared } = splitValues(type, entry.draft);
  await putInTrash(tx, {
    kind: 'entry',
    itemId: entry.id,
    releaseId: tx.db.releaseId,
    type: type.slug,
    title: titleOf(type, joinValues(type, shared, state.draft), ''),
    wasLive: isVisible(state, tx.now),
    record: entry,
    locale: locale.id,
  });
}

/**
 * Restores the deleted content of an entry in a further locale as a draft.
 * @throws cannot_be_restored, revision_conflict if the entry has content in the locale again
 */
export async function restoreLocale(
  tx: Tx<ReleaseContext>,
  type: TypeShape,
  { itemId, record, locale: id = '' }: Pick<TrashedItem, 'itemId' | 'record' | 'locale'>,
): Promise<RestoredValues> {
  const { list } = await tx.locales();
  const before = await findEntry(tx.db, itemId);
  if (before === null) throw apiError('cannot_be_restored', { why: 'its entry was deleted' });
  const item = itemOf(before, type, list);
  const deleted = deletedStateIn(record, { id, item, list });
  tx.noteLocales([id]);
  // Blocks are those that the entry has now.
  const values = joinValues(type, item.shared.draft, deleted.draft);
  const restoredValues = await restoreValues(tx, type, { id: itemId, values, live: null });
  const { own: draft } = splitValues(type, restoredValues.values);
  const state = restored({ ...deleted, draft, revision: item.revision }, tx.now);
  const states = new Map(item.states).set(id, withSources(state, deleted.sources ?? {}));
  const after = { ...item, states, revision: state.revision };
  const reviewed = { ...withoutReview(before), ...reviewAfterRestore(before, tx.caller) };
  await storeItem({ tx, type, before: reviewed }, { list, item: after });
  return restoredValues;
}
