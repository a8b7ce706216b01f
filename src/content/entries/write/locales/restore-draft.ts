import { checkIfMatch } from '../../../../lifecycle/index.ts';
import type { AddressedLocale } from '../../../../projects/index.ts';
import { entryIn, itemOf } from '../../store/locales/states.ts';
import type { StoredEntry } from '../saved-entry.ts';
import type { EntryWrite } from '../validate.ts';
import { type RestoredValues, type RestoredVersion, restoreValues } from '../values/restore-values.ts';
import { rejectWhileLocaleDue } from './removal-events.ts';
import { rowsIn, storeItemChange } from './store.ts';

/** Restores an older draft of a further locale as its draft. Shared values stay. @throws revision_conflict */
export async function storeRestoredLocale(
  { tx, type, before }: EntryWrite,
  { locale, list }: AddressedLocale,
  { values, revision }: RestoredVersion,
): Promise<{ save: StoredEntry; restoredValues: RestoredValues }> {
  const item = itemOf(before, type, list);
  await rejectWhileLocaleDue(tx, { type, entry: before }, item);
  const entry = entryIn(before, { item, locale: locale.id, type, now: tx.now });
  checkIfMatch(tx.ifMatch, item.states.has(locale.id) ? entry : null);
  const restoredValues = await restoreValues({ now: tx.now, db: rowsIn(tx.db, locale.id, false) }, type, {
    id: before.id,
    values,
    live: entry.live,
  });
  const { values: draft } = restoredValues;
  const checked = { values: draft, links: [], warnings: [], errors: [] };
  const change = { merge: () => draft, publish: undefined, draftOnly: true, isWhole: false, restores: true };
  const save = await storeItemChange(
    { tx, type, before },
    {
      ...{ list, item, publishesShared: false, mergeShared: (shared) => shared },
      changes: [
        { locale, isMain: true, prefix: '', type, before: entry, checked, change, restoredFrom: revision },
      ],
    },
  );
  return { save, restoredValues };
}
