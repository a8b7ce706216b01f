import { earliest } from '../../contract/time.ts';
import { isVisible, nextMoment } from '../publishing/due/ends.ts';
import type { LocaleRead } from '../../core/context/index.ts';
import type { LocaleStates, OwnValues } from './schema.ts';

/** Whether readers of a locale see an item. */
export function isVisibleIn(states: LocaleStates, id: string, now: Date): boolean {
  const state = states.get(id);
  return state !== undefined && state.live !== null && isVisible(state, now);
}

/** A localized value that a read needs. */
export interface ServedAddress {
  address: string;
  /** Whether an empty value is replaced by a value of the fallback. */
  fallsBack: boolean;
  /** Addresses whose values in the same locale replace an empty one, before the fallback is read. */
  or?: readonly string[];
}

export interface ServeRequest {
  /** The requested locale and its fallbacks. */
  chain: readonly string[];
  mode: LocaleRead['mode'];
  addresses: Iterable<ServedAddress>;
  now: Date;
}

/** The localized values of an item as readers of one locale see them. */
export interface ServedLocale {
  /** The id of the locale that is served; mode `entries` can serve a fallback of the requested one. */
  locale: string;
  /** Empty values are absent. */
  values: OwnValues;
  /** The locale of each value that is not of the served one, by address. */
  fallbacks: Readonly<Record<string, string>>;
  /** When a start or an end changes what is served; null for never. */
  validUntil: Date | null;
}

/**
 * The localized values that readers of a locale see, or null if the item is not served there. A value of another locale
 * is served only while the item is visible in that locale.
 */
export function serveLocale(states: LocaleStates, request: ServeRequest): ServedLocale | null {
  const { chain, mode, addresses, now } = request;
  const candidates = mode === 'entries' ? chain : chain.slice(0, 1);
  const locale = candidates.find((id) => isVisibleIn(states, id, now));
  if (locale === undefined) return null;
  const sources = mode === 'none' ? [locale] : chain.slice(chain.indexOf(locale));
  const visibleSources = sources.filter((id) => isVisibleIn(states, id, now));
  const { clashes = [] } = states.get(locale) ?? {};
  const values: Record<string, unknown> = {};
  const fallbacks: Record<string, string> = {};
  for (const servedAddress of addresses) {
    const { address, fallsBack } = servedAddress;
    const localeIds: readonly string[] = fallsBack && !clashes.includes(address) ? visibleSources : [locale];
    const source: string | undefined = localeIds.find(
      (id) => valueAt(states.get(id)?.live, servedAddress) != null,
    );
    if (source === undefined) continue;
    values[address] = valueAt(states.get(source)?.live, servedAddress);
    if (source !== locale) fallbacks[address] = source;
  }
  return {
    locale,
    values,
    fallbacks,
    validUntil: nextChange(states, mode === 'none' ? [locale] : chain, now),
  };
}

/** The value of a locale at an address. */
function valueAt(values: OwnValues | null | undefined, { address, or = [] }: ServedAddress): unknown {
  const value = values?.[address];
  if (or.length === 0 || (value != null && value !== '')) return value;
  return or.map((other) => values?.[other]).find((one) => one != null && one !== '');
}

/** When the visibility of the item changes next in one of these locales. */
function nextChange(states: LocaleStates, locales: readonly string[], now: Date): Date | null {
  return locales.reduce<Date | null>((first, id) => {
    const state = states.get(id);
    return state === undefined ? first : earliest(first, nextMoment(state, now));
  }, null);
}
