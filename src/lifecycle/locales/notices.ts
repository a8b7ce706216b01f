import { isDeepStrictEqual } from 'node:util';
import type { PublishedVerb } from '../../contract/events/events.ts';
import { latest } from '../../contract/time.ts';
import type { LocaleRecord } from '../../core/context/index.ts';
import { isHidden, isVisible } from '../publishing/due/ends.ts';
import { fallbackChain } from '../../projects/index.ts';
import type { LocalizedItem, LocaleStates, OwnValues } from './schema.ts';
import { isVisibleIn, type ServedAddress, serveLocale } from './served.ts';

/** What decides how readers see an item: the locales of the project, and the localized values of the item. */
export interface Readership {
  /** In project order. */
  list: readonly Pick<LocaleRecord, 'id' | 'fallback' | 'serves_entries'>[];
  /** The addresses of the localized values of an item with these shared values. */
  addressesOf: (shared: OwnValues) => Iterable<ServedAddress>;
  /** The shared values that readers of a locale see; the same object if they see all. Absent if all locales see all. */
  sharedIn?: (shared: OwnValues, locale: string) => OwnValues;
}

/** Everything that readers of one locale see of an item. */
interface LocaleView {
  /**
   * By the id of the requested locale: the locale itself and, if they see other shared values, locales whose readers are
   * served the whole item of this one.
   */
  served: ReadonlyMap<string, ServedView>;
  publishedAt: Date | null;
}

interface ServedView {
  shared: OwnValues;
  values: OwnValues;
  fallbacks: Readonly<Record<string, string>>;
}

/** What readers of a locale see or, before its start, will see; null if they see nothing. */
export function viewIn(
  { item: { shared, states }, now }: NonNullable<ItemAt>,
  id: string,
  readership: Readership,
): LocaleView | null {
  const { list, addressesOf, sharedIn = (all) => all } = readership;
  const state = states.get(id);
  if (state?.live_at == null || isHidden(state, now)) return null;
  const live = shared.live ?? {};
  const at = latest(now, state.live_at);
  const served = new Map<string, ServedView>();
  for (const requested of [id, ...servedFrom(id, states, { list, at })]) {
    const visibleShared = sharedIn(live, requested);
    if (requested !== id && visibleShared === live) break; // all locales show all shared values
    const request = {
      chain: fallbackChain(list, id),
      mode: 'fields' as const,
      addresses: addressesOf(visibleShared),
    };
    const result = serveLocale(states, { ...request, now: at });
    if (result === null) return null;
    served.set(requested, { shared: visibleShared, values: result.values, fallbacks: result.fallbacks });
  }
  return { served, publishedAt: state.published_at };
}

/** The locales whose readers can be served the whole item of a locale. */
function servedFrom(
  id: string,
  states: LocaleStates,
  { list, at }: Pick<Readership, 'list'> & { at: Date },
): string[] {
  return list.flatMap((locale) => {
    if (!locale.serves_entries || locale.id === id) return [];
    const first = fallbackChain(list, locale.id).find((link) => isVisibleIn(states, link, at));
    return first === id ? [locale.id] : [];
  });
}

/** Whether no reader notices a difference. A locale that is served this item in one of the views only reads another item. */
export function isSameView(before: LocaleView | null, after: LocaleView | null): boolean {
  if (before === null || after === null) return before === after;
  if (before.publishedAt?.getTime() !== after.publishedAt?.getTime()) return false;
  return [...after.served].every(([requested, view]) => {
    const previous = before.served.get(requested);
    return previous === undefined || isDeepStrictEqual(previous, view);
  });
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
    if (isSameView(viewBefore ?? null, viewAfter ?? null)) return [];
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
