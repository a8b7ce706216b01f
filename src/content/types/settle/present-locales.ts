import { isDeepStrictEqual } from 'node:util';
import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { LocaleRecord } from '../../../core/context/index.ts';
import type { ReleaseDb } from '../../../core/mongo/index.ts';
import { isLocalized, hasLocalizedFields } from '../../fields/locales/own-values.ts';
import { withoutClashes } from '../../entries/store/locales/clashes.ts';
import { replaceLocaleRows } from '../../entries/store/locales/repository.ts';
import { needsDefaultRow } from '../../entries/store/locales/row.ts';
import { isInLocales, itemOf, withItem } from '../../entries/store/locales/states.ts';
import { withTranslation } from '../../entries/store/locales/translation.ts';
import { replaceEntries } from '../../entries/store/repository.ts';
import type { EntryRecord, EntryShape } from '../../entries/store/schema.ts';
import { withDerivedKeys } from '../../entries/record.ts';
import { entryItem, type LocalizedItem } from '../../../lifecycle/index.ts';
import { mapOwnValues } from './locale-values.ts';

/** The definition and the locales that stored entries have to match. */
interface PresentLocales {
  shape: EntryShape;
  list: readonly LocaleRecord[];
  now: Date;
}

/**
 * Stores entries of a type in the form that the definition and the locales require, and derives their rows.
 * @param entries - the entries with other changes of the same transaction
 * @returns the version items of locales that entries lost
 */
export async function matchBatch(
  db: ReleaseDb,
  batch: readonly EntryRecord[],
  { entries = batch, ...scope }: PresentLocales & { entries?: readonly EntryRecord[] },
): Promise<string[]> {
  const lostVersions: string[] = [];
  const matchedEntries = entries.map((entry) => {
    const { entry: after, lostLocales } = matchLocales(entry, scope);
    for (const locale of lostLocales) lostVersions.push(entryItem(db.releaseId, entry.id, locale));
    // An unchanged entry keeps the order of its keys, so exports of it stay equal.
    return withTranslation(isDeepStrictEqual(after, entry) ? entry : after, scope.shape, scope.list);
  });
  const storedEntries = await withoutClashes(db, matchedEntries, scope);
  await replaceEntries(
    db,
    storedEntries.filter((entry, i) => !isDeepStrictEqual(entry, batch[i])),
  );
  await replaceLocaleRows(db, storedEntries, scope);
  return lostVersions;
}

/** An entry with the locales of its project only, and the ids of the locales that it lost. */
interface MatchedEntry {
  entry: EntryRecord;
  lostLocales: readonly string[];
}

/**
 * The entry without states of removed locales, and without values of locales in fields that are no longer localized. An
 * entry that needs a row in the default locale gets the keys from which the row is derived. Revisions stay.
 */
function matchLocales(entry: EntryRecord, { shape, list, now }: PresentLocales): MatchedEntry {
  const hasLocales = hasLocalizedFields(shape);
  if (!isInLocales(entry) && !needsDefaultRow(shape, list)) return { entry, lostLocales: [] };
  const presentLocales = hasLocales ? list : list.slice(0, 1);
  const canHaveOwnValue = ownAddressesOf(shape);
  const presentEntry = {
    ...entry,
    ...mapOwnValues(entry, (values) =>
      Object.fromEntries(Object.entries(values).filter(([address]) => canHaveOwnValue(address))),
    ),
  };
  const item = withLiveLocales(itemOf(presentEntry, shape, presentLocales));
  const defaultId = list[0]?.id ?? '';
  const { state_of: _state, ...matchedEntry } = withItem(presentEntry, item, { shape, defaultId, now });
  const stateOf = isInLocales(entry) ? entry.state_of : stateBefore(entry);
  const lostLocales = Object.keys(entry.locales ?? {}).filter(
    (id) => !presentLocales.some((one) => one.id === id),
  );
  const withState = { ...matchedEntry, ...(stateOf === undefined ? {} : { state_of: stateOf }) };
  return { entry: withDerivedKeys(withState, shape), lostLocales };
}

/** Shared values are live only while a locale is. */
function withLiveLocales(item: LocalizedItem): LocalizedItem {
  const isHidden = [...item.states.values()].every(({ live_at: start }) => start === null);
  return isHidden ? { ...item, shared: { ...item.shared, live: null } } : item;
}

/** The state that releases compare, for an entry that gets keys for locales but is otherwise unchanged. */
function stateBefore({ state_of: stateOf, revision, updated_at }: EntryRecord): EntryRecord['state_of'] {
  return stateOf ?? { revision, updated_at };
}

/** Returns whether a locale can have an own value at an address: of a localized field, or of a field that may be restored. */
function ownAddressesOf({ fields, blocks, removed = [] }: EntryShape): (address: string) => boolean {
  const removedKeys = new Set(removed.map(storageKey));
  const localizedKeys = new Set(fields.filter(isLocalized).map(storageKey));
  const innerKeys = new Set(
    [...blocks.values()].flatMap((block) => [
      ...block.fields.filter(isLocalized).map(storageKey),
      ...(block.removed ?? []).map(storageKey),
    ]),
  );
  return (address) => {
    const [key = '', , inner] = address.split('/');
    if (removedKeys.has(key)) return true;
    return inner === undefined ? localizedKeys.has(key) : !localizedKeys.has(key) && innerKeys.has(inner);
  };
}
