import type { ReleaseContext, Tx } from '../../../../core/context/index.ts';
import {
  contributorsAfterRestore,
  type LocaleState,
  restored,
  withoutReview,
  withSources,
} from '../../../../lifecycle/index.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { itemOf } from '../../store/locales/states.ts';
import type { EntryRecord } from '../../store/schema.ts';
import { insertItem } from './store.ts';

/** Restores a deleted entry as a draft in each of its locales. @throws field_value_taken with the locale */
export async function restoreInLocales(
  tx: Tx<ReleaseContext>,
  type: TypeShape,
  record: EntryRecord,
): Promise<void> {
  const { list } = await tx.locales();
  const { shared, states: deletedStates, revision } = itemOf(record, type, list);
  const numbered = (state: LocaleState) =>
    withSources(restored({ ...state, revision }, tx.now), state.sources ?? {});
  const states = new Map([...deletedStates].map(([id, state]) => [id, numbered(state)]));
  const item = { shared: { ...shared, live: null }, states, revision: revision + 2 };
  const before = { ...withoutReview(record), ...contributorsAfterRestore(record, tx.caller) };
  await insertItem({ tx, type, before }, { list, item });
}
