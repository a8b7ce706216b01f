import { apiError } from '../../contract/errors/api-error.ts';
import type { LocaleRecord } from '../../core/context/index.ts';
import type { LocalizedItem, LocaleState } from './schema.ts';
import type { LocaleKeys } from './stored-item.ts';

/**
 * The content of a further locale in the trash, which an item gets back.
 * @throws cannot_be_restored if the locale was removed, revision_conflict if the item has content in it again
 */
export function deletedStateIn(
  deletedRecord: unknown,
  { id, item, list }: { id: string; item: LocalizedItem; list: readonly LocaleRecord[] },
): LocaleState {
  if (!list.slice(1).some((locale) => locale.id === id))
    throw apiError('cannot_be_restored', { why: 'its locale was removed' });
  const current = item.states.get(id)?.revision;
  if (current !== undefined) throw apiError('revision_conflict', { current }, { current_revision: current });
  const state = (deletedRecord as LocaleKeys).locales?.[id];
  if (state === undefined) throw new Error(`the deleted item has no content in ${id}`);
  return state;
}
