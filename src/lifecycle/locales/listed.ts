import type { LocaleRecord } from '../../core/context/index.ts';
import { servedChain } from '../../projects/index.ts';
import { isHidden, withoutDates } from '../publishing/due/ends.ts';
import { inTab, inTabOfLocale } from '../publishing/editor-tabs.ts';
import type { PublishableItem } from '../publishing/schema.ts';
import { publishedState } from '../publishing/service.ts';
import { newItem } from '../publishing/state-machine.ts';
import type { LocaleState, OwnValues, TranslationKeys } from './schema.ts';
import { stateInKeys, translationKey } from './translation.ts';

/** Items of a list by their texts in its locale, and those that readers of the locale don't see. */
export const translationFilters = ['missing', 'outdated', 'not_live'] as const;

/** A list of drafts in one locale of a project with several. */
export interface ListedLocale {
  locale: LocaleRecord;
  list: readonly LocaleRecord[];
  now: Date;
}

/** An item in a list of drafts. */
interface ListedItem extends PublishableItem<unknown> {
  is_changed: boolean;
  is_default_empty?: true;
  locales?: Readonly<Record<string, LocaleState>>;
  /** Whether the draft of a further locale differs from what is live there, by its id. */
  changed_in?: Readonly<Record<string, boolean>>;
  translation?: TranslationKeys;
}

/** A listed item with the state that it has in a further locale instead of that of the default one. */
export function listedStateIn<I extends ListedItem>(item: I, { id }: Pick<LocaleRecord, 'id'>) {
  const { created_at, changed_in: changed, locales } = item;
  const state = locales?.[id] ?? newItem<OwnValues>({}, created_at);
  return { ...withoutDates(item), ...state, created_at, is_changed: changed?.[id] ?? false };
}

/** The drafts of a listed item in the order in which their values replace missing ones: those of fallbacks, then all. */
export function draftsInChain(
  { draft, locales = {} }: { draft: object; locales?: Readonly<Record<string, LocaleState>> },
  { locale, list }: Pick<ListedLocale, 'locale' | 'list'>,
): readonly Readonly<Record<string, unknown>>[] {
  const others = list.map(({ id }) => id).filter((id) => id in locales);
  const chain = [...servedChain(list, locale.id), ...others];
  return chain.flatMap((id): OwnValues[] => {
    const own = id === list[0]?.id ? (draft as OwnValues) : locales[id]?.draft;
    return own === undefined ? [] : [own];
  });
}

/** The state of a listed item in each locale with content, by code. */
export function listedStates(item: ListedItem, { list, now }: Pick<ListedLocale, 'list' | 'now'>) {
  const states = list.flatMap(({ id, code }, index) => {
    const own = item.is_default_empty === true ? undefined : item;
    const state = index === 0 ? own : item.locales?.[id];
    if (state === undefined) return [];
    const isChanged = index === 0 ? item.is_changed : (item.changed_in?.[id] ?? false);
    const {
      created_at: _created,
      updated_at: _updated,
      ...keys
    } = publishedState({ ...state, draft: {}, live: null }, now);
    const listedState = {
      ...keys,
      has_unpublished_changes: isHidden(state, now) || isChanged,
      translation: stateInKeys(item.translation?.keys, id),
    };
    return [[code, listedState] as const];
  });
  return Object.fromEntries(states);
}

/** Items with this state in the locale of the list. The list of the default locale finds texts in all further ones. */
export function inTranslation(
  filter: (typeof translationFilters)[number],
  { list, now }: { list: readonly LocaleRecord[]; now: Date },
  locale: LocaleRecord | null,
) {
  if (filter === 'not_live')
    return {
      $nor: [locale === null ? inTab('published', now) : inTabOfLocale('published', locale.id, now)],
    };
  const locales = locale === null ? list.slice(1) : [locale];
  return { 'translation.keys': { $in: locales.map(({ id }) => translationKey(id, filter)) } };
}
