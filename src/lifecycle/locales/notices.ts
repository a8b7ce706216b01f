import { isDeepStrictEqual } from 'node:util';
import type { PublishedVerb } from '../../contract/events/events.ts';
import { latest } from '../../contract/time.ts';
import { isHidden, isVisible } from '../publishing/due/ends.ts';
import { fallbackChain, type LocaleLink } from '../../projects/index.ts';
import type { LocalizedItem, OwnValues } from './schema.ts';
import { type ServedAddress, serveLocale } from './served.ts';

/** What decides how readers see an item: the locales of the project, and the localized values of the item. */
export interface Readership {
  /** In project order. */
  list: readonly LocaleLink[];
  /** The addresses of the localized values of an item with these shared values. */
  addressesOf: (shared: OwnValues) => Iterable<ServedAddress>;
}

/** Everything that readers of one locale see of an item. */
interface LocaleView {
  shared: OwnValues;
  values: OwnValues;
  fallbacks: Readonly<Record<string, string>>;
  publishedAt: Date | null;
}

/** What readers of a locale see or, before its start, will see; null if they see nothing. */
export function viewIn(
  { item: { shared, states }, now }: NonNullable<ItemAt>,
  id: string,
  { list, addressesOf }: Readership,
): LocaleView | null {
  const state = states.get(id);
  if (state?.live_at == null || isHidden(state, now)) return null;
  const live = shared.live ?? {};
  const request = { chain: fallbackChain(list, id), mode: 'fields' as const, addresses: addressesOf(live) };
  const served = serveLocale(states, { ...request, now: latest(now, state.live_at) });
  if (served === null) return null;
  return {
    shared: live,
    values: served.values,
    fallbacks: served.fallbacks,
    publishedAt: state.published_at,
  };
}

export type LocaleVerb = Exclude<PublishedVerb, 'deleted'>;

/** What readers of one locale notice. */
export interface LocaleNotice {
  /** The id of the locale. */
  locale: string;
  change: LocaleVerb;
}

export interface ItemNotice {
  /** The event of the item; null if readers of no locale notice anything. */
  verb: LocaleVerb | null;
  /** In project order. */
  locales: readonly LocaleNotice[];
}

/** An item at a time; null before its creation and after its deletion. */
export type ItemAt = { item: LocalizedItem; now: Date } | null;

/** What readers notice between two states of an item, of a write or of a date. */
export function noticeOf(before: ItemAt, after: ItemAt, readership: Readership): ItemNotice {
  const locales = readership.list.flatMap(({ id: locale }): LocaleNotice[] => {
    const [viewBefore, viewAfter] = [before, after].map((item) => visibleView(item, locale, readership));
    if (isDeepStrictEqual(viewBefore, viewAfter)) return [];
    return [
      { locale, change: viewBefore === null ? 'published' : viewAfter === null ? 'unpublished' : 'updated' },
    ];
  });
  if (locales.length === 0) return { verb: null, locales };
  const verb = !isVisibleAnywhere(before)
    ? 'published'
    : isVisibleAnywhere(after)
      ? 'updated'
      : 'unpublished';
  return { verb, locales };
}

function visibleView(at: ItemAt | undefined, id: string, readership: Readership): LocaleView | null {
  const state = at?.item.states.get(id);
  if (at == null || state === undefined || !isVisible(state, at.now)) return null;
  return viewIn(at, id, readership);
}

function isVisibleAnywhere(at: ItemAt): boolean {
  return at !== null && [...at.item.states.values()].some((state) => isVisible(state, at.now));
}
