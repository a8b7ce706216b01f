import { latest } from '../../../../contract/time.ts';
import {
  isInLocales,
  itemStateIn,
  type LocaleKeys,
  type LocalizedItem,
  type PublishableItem,
  recordIn,
  storedItem,
  type ValueParts,
  withStates,
} from '../../../../lifecycle/index.ts';
import { joinValues, splitValues } from '../../../fields/locales/own-values.ts';
import type { Shape } from '../../../fields/walk.ts';
import type { EntryRecord, EntryValues } from '../schema.ts';

export { isInLocales };

/** The values of entries of a type: localized ones by address, and shared ones. */
export function partsOf(shape: Shape): ValueParts<EntryValues> {
  return {
    split: (values) => splitValues(shape, values),
    join: (shared, own) => joinValues(shape, shared, own),
  };
}

/** The states of an entry in the locales of the project, the default first. States of removed locales are omitted. */
export function itemOf(
  record: PublishableItem<EntryValues> & LocaleKeys,
  shape: Shape,
  list: readonly { id: string }[],
): LocalizedItem {
  return storedItem(record, partsOf(shape), list);
}

/** The state of an entry in one locale with all its values, as if the entry had only this locale. */
export function stateIn(
  item: LocalizedItem,
  locale: string,
  { shape, now }: { shape: Shape; now: Date },
): PublishableItem<EntryValues> {
  return itemStateIn(item, locale, { parts: partsOf(shape), now });
}

/** The entry in one locale, as if it had only this locale. */
export function entryIn(
  record: EntryRecord,
  { type, ...view }: { item: LocalizedItem; locale: string; type: Shape; now: Date },
): EntryRecord {
  return recordIn(record, { ...view, parts: partsOf(type) });
}

function revisionOf({ last_revision: last, revision }: EntryRecord): number {
  return last ?? revision;
}

/** The entry with other states. Derived keys are those of before. */
export function withItem(
  before: EntryRecord,
  item: LocalizedItem,
  { shape, defaultId, now }: { shape: Shape; defaultId: string; now: Date },
): EntryRecord {
  const states = [...item.states.values()];
  const editTimes = states.map(({ updated_at }) => updated_at);
  const isEdited =
    item.revision === revisionOf(before) || states.some(({ revision }) => revision === item.revision);
  return {
    ...withStates(before, item, { parts: partsOf(shape), defaultId, now }),
    // Releases compare this state, which moves with a change in any locale, and if the content of one is deleted.
    state_of: {
      revision: item.revision,
      updated_at: [...editTimes, ...(isEdited ? [] : [now])].reduce(latest, before.created_at),
    },
  };
}
