import type { ReleaseContext } from '../../../../core/context/index.ts';
import { publishedState, translationIn } from '../../../../lifecycle/index.ts';
import { hasLocalizedFields } from '../../../fields/locales/own-values.ts';
import type { TypeShape } from '../../../types/lookup.ts';
import { localesSeeing } from '../../locales/response.ts';
import type { EntryLocaleState, WrittenEntry } from '../../schema.ts';
import { entryIn, itemOf } from '../../store/locales/states.ts';
import { localeTexts } from '../../store/locales/translation.ts';
import type { EntryRecord } from '../../store/schema.ts';
import type { WrittenLocale } from './addressed.ts';

/** The entry as the response of a write contains it: without fallback values. */
export function writtenEntry(
  { now }: ReleaseContext,
  { type, entry, written }: { type: TypeShape; entry: EntryRecord; written: WrittenLocale | null },
): EntryRecord {
  if (written === null || !hasLocalizedFields(type)) return entry;
  const item = itemOf(entry, type, written.list);
  return entryIn(entry, { item, locale: written.locale.id, type, now });
}

/** The keys that name locales in the response of a write. */
export function writtenLocaleKeys(
  context: ReleaseContext,
  { type, entry, written }: { type: TypeShape; entry: EntryRecord; written: WrittenLocale | null },
): Pick<WrittenEntry, 'locale' | 'locales' | 'states'> {
  if (written === null) return {};
  const { list, locale: writtenLocale } = written;
  const reader = { ...context, project: { ...context.project, locales: { version: 0, list } } };
  const states: Record<string, EntryLocaleState> = {};
  const item = itemOf(entry, type, list);
  const textsIn = localeTexts(type, item.shared);
  for (const locale of list) {
    if (!item.states.has(locale.id)) continue;
    const state = publishedState(
      entryIn(entry, { item, locale: locale.id, type, now: context.now }),
      context.now,
    );
    const texts = [...textsIn(locale.id).keys()];
    const translation = translationIn(item.states, locale, { list, texts })?.state ?? null;
    states[locale.code] = { ...stateKeys(state), translation };
  }
  return {
    locale: writtenLocale.code,
    locales: localesSeeing(reader, type, entry).map(({ code }) => code),
    states,
  };
}

/** The keys of a state without those of the whole entry. */
export function stateKeys({
  status,
  created_at: _created,
  updated_at: _updated,
  ...keys
}: ReturnType<typeof publishedState>): Omit<EntryLocaleState, 'translation'> {
  if (status === 'archived') throw new Error('entries are never archived');
  return { status, ...keys };
}
