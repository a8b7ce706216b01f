import type { PublishableItem, VisiblePeriodPath } from '../publishing/schema.ts';
import { withoutDates } from '../publishing/due/ends.ts';
import { newItem } from '../publishing/state-machine.ts';
import type { LocalizedItem, LocaleState, OwnValues } from './schema.ts';
import { differences, withScheduled } from './shared.ts';

/** When readers see an item in a locale; `live_at` is null for a draft. */
interface LocalePeriod extends Pick<PublishableItem<unknown>, VisiblePeriodPath> {
  /** The id of the locale. */
  locale: string;
}

/** Keys of an item that has, or had, content in a further locale; absent in all others. */
export interface LocaleKeys {
  /**
   * The states in further locales by their ids, each with the values of that locale. The item's own state is that of the
   * default locale; its values contain the shared ones too.
   */
  locales?: Readonly<Record<string, LocaleState>>;
  /** The shared values that readers of further locales see while the default locale is not live. */
  shared_live?: Record<string, unknown>;
  /** Whether the default locale has no content, so that `draft` contains shared values only. */
  is_default_empty?: true;
  /** The counter from which the revisions of all locales come. */
  last_revision?: number;
  /** The locales with content. */
  periods?: readonly LocalePeriod[];
}

/** How the values of a snapshot consist of those of one locale and the shared ones. */
export interface ValueParts<V> {
  split: (values: V) => { own: OwnValues; shared: OwnValues };
  join: (shared: OwnValues, own: OwnValues) => V;
}

/** Whether an item has, or had, content in a further locale. */
export function isInLocales({ last_revision: last }: Pick<LocaleKeys, 'last_revision'>): boolean {
  return last !== undefined;
}

type StoredItem<V> = PublishableItem<V> & LocaleKeys;

/** The states of an item in the locales of the project, the default first. States of removed locales are omitted. */
export function storedItem<V>(
  record: StoredItem<V>,
  parts: ValueParts<V>,
  list: readonly { id: string }[],
): LocalizedItem {
  const { draft, live, locales = {}, last_revision: last, is_default_empty: isEmpty } = record;
  const sharedLive = live === null ? (record.shared_live ?? null) : parts.split(live).shared;
  const states = new Map<string, LocaleState>();
  const [first, ...others] = list;
  const defaultId = first?.id ?? '';
  if (isEmpty !== true && record.revision > 0) states.set(defaultId, defaultState(record, parts, sharedLive));
  for (const { id } of others) {
    const state = locales[id];
    if (state !== undefined) states.set(id, state);
  }
  return {
    shared: { draft: parts.split(draft).shared, live: sharedLive },
    states,
    revision: last ?? record.revision,
  };
}

/** The states in the order of the stored periods, then new ones, so that an unchanged item is stored as it was. */
function inStoredOrder(
  { periods = [] }: LocaleKeys,
  states: LocalizedItem['states'],
): [locale: string, LocaleState][] {
  const positions = new Map(periods.map(({ locale }, i) => [locale, i]));
  const positionOf = ([locale]: [string, LocaleState]) => positions.get(locale) ?? positions.size;
  return [...states].sort((a, b) => positionOf(a) - positionOf(b));
}

function defaultState<V>(
  record: StoredItem<V>,
  parts: ValueParts<V>,
  sharedLive: OwnValues | null,
): LocaleState {
  const { draft, live, pending } = record;
  const state = {
    ...stateKeys(record),
    draft: parts.split(draft).own,
    live: live === null ? null : parts.split(live).own,
  };
  if (pending === undefined) return state;
  const { own, shared } = parts.split(pending.values);
  return { ...state, pending: { shared: differences(sharedLive ?? {}, shared), ...pending, values: own } };
}

/** The keys of a state, without values. */
function stateKeys(item: PublishableItem<unknown>): Omit<LocaleState, 'draft' | 'live' | 'pending'> {
  const { live_at, published_at, status, revision, live_revision } = item;
  const { created_at, updated_at, live_updated_at, was_live, live_until, kept_until, ended_at } = item;
  return {
    ...{ live_at, published_at, status, revision, live_revision },
    ...{ created_at, updated_at, live_updated_at, was_live },
    ...(live_until === undefined ? {} : { live_until }),
    ...(kept_until === undefined ? {} : { kept_until }),
    ...(ended_at === undefined ? {} : { ended_at }),
  };
}

/** The state of an item in one locale with all its values, as if the item had only this locale. */
export function itemStateIn<V>(
  { shared, states }: LocalizedItem,
  locale: string,
  { parts, now }: { parts: ValueParts<V>; now: Date },
): PublishableItem<V> {
  const state = states.get(locale);
  const current: LocaleState = state ?? newItem<OwnValues>({}, now);
  const { live, pending, clashes: _clashes, sources: _sources, ...rest } = current;
  const sharedLive = shared.live ?? {};
  const whole = {
    ...rest,
    draft: parts.join(shared.draft, state?.draft ?? {}),
    live: live === null ? null : parts.join(sharedLive, live),
  };
  if (pending === undefined) return whole;
  const values = parts.join(withScheduled(sharedLive, pending.shared ?? {}), pending.values);
  return { ...whole, pending: { ...pending, values } };
}

/** The item in one locale, as if it had only this locale. */
export function recordIn<V, R extends StoredItem<V>>(
  record: R,
  { item, locale, parts, now }: { item: LocalizedItem; locale: string; parts: ValueParts<V>; now: Date },
): R {
  const { locales: _locales, pending: _pending, live_until: _until, kept_until: _kept, ...rest } = record;
  const { ended_at: _ended, equals_live: _equal, ...common } = rest;
  const state = itemStateIn(item, locale, { parts, now });
  return { ...common, ...state, created_at: record.created_at } as unknown as R; // R without its optional keys
}

/** The item with other states. Derived keys are those of before. */
export function withStates<V, R extends StoredItem<V>>(
  before: R,
  item: LocalizedItem,
  { parts, defaultId, now }: { parts: ValueParts<V>; defaultId: string; now: Date },
): R {
  const { locales: _locales, shared_live: _shared, is_default_empty: _empty, ...rest } = withoutDates(before);
  const state = item.states.get(defaultId);
  const { created_at } = before;
  const revision = state?.revision ?? Math.max(before.revision, 1); // zero means a new item
  const further = [...item.states].filter(([id]) => id !== defaultId);
  const isSharedAlone = (state?.live ?? null) === null && item.shared.live !== null;
  const periods = inStoredOrder(before, item.states).map(([locale, { live_at, live_until }]) => ({
    locale,
    live_at,
    ...(live_until === undefined ? {} : { live_until }),
  }));
  return {
    ...rest,
    ...itemStateIn(item, defaultId, { parts, now }),
    created_at,
    revision,
    ...(further.length === 0 ? {} : { locales: Object.fromEntries(further) }),
    ...(isSharedAlone ? { shared_live: { ...item.shared.live } } : {}),
    ...(state === undefined ? { is_default_empty: true as const } : {}),
    periods,
    last_revision: item.revision,
  } as unknown as R; // R without its optional keys
}
