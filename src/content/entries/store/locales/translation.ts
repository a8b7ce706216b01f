import {
  isVisible,
  type LocalizedItem,
  type LocaleState,
  type Translation,
  translationIn,
  translationKey,
} from '../../../../lifecycle/index.ts';
import type { LocaleRecord } from '../../../../core/context/index.ts';
import type { Shape } from '../../../fields/walk.ts';
import { hasLocalizedFields, isTranslated, localizedAddresses } from '../../../fields/locales/own-values.ts';
import type { EntryRecord } from '../schema.ts';
import { itemOf } from './states.ts';

/** The addresses of the translated texts of an entry, each with its name in responses. */
export function textsOf(shape: Shape, shared: LocalizedItem['shared']): Map<string, string> {
  const snapshots = [shared.live ?? {}, shared.draft];
  const texts = snapshots.flatMap((values) =>
    [...localizedAddresses(shape, values)].filter(({ field }) => isTranslated(field)),
  );
  return new Map(texts.map(({ address, name }) => [address, name]));
}

/** The translation state of an entry in a locale; null if it has no text to translate. */
export function entryTranslation(
  item: LocalizedItem,
  locale: LocaleRecord,
  { shape, list }: { shape: Shape; list: readonly LocaleRecord[] },
): Translation | null {
  return translationIn(item.states, locale, { list, texts: [...textsOf(shape, item.shared).keys()] });
}

/** The entry with the keys by which indexes find its translation states. */
export function withTranslation(
  record: EntryRecord,
  shape: Shape,
  list: readonly LocaleRecord[],
): EntryRecord {
  const { translation: _translation, ...rest } = record;
  const [, ...further] = list;
  if (further.length === 0 || !hasLocalizedFields(shape)) return rest;
  const item = itemOf(rest, shape, list);
  const texts = [...textsOf(shape, item.shared).keys()];
  const keys = further.flatMap((locale) => {
    const translation = translationIn(item.states, locale, { list, texts });
    return translation === null ? [] : [translationKey(locale.id, translation.state)];
  });
  if (keys.length === 0) return rest;
  const at = [...item.states.values()].reduce(latestEdit, rest.updated_at);
  return { ...rest, translation: { keys, at } };
}

function latestEdit(at: Date, { updated_at: edited }: LocaleState): Date {
  return edited > at ? edited : at;
}

/** Whether readers of a locale see an item. */
export function isVisibleIn({ states }: LocalizedItem, { id }: LocaleRecord, now: Date): boolean {
  const state = states.get(id);
  return state !== undefined && isVisible(state, now);
}
