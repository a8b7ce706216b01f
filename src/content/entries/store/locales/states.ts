import {
  differences,
  type LocalizedItem,
  type LocaleState,
  type PublishableItem,
  unsaved,
  withoutDates,
  withScheduled,
} from '../../../../lifecycle/index.ts';
import { joinValues, splitValues } from '../../../fields/locales/own-values.ts';
import type { Shape } from '../../../fields/walk.ts';
import type { EntryRecord, EntryValues, LocaleKeys } from '../schema.ts';

/** Whether an entry has, or had, content in a further locale. */
export function isInLocales({ last_revision: last }: Pick<EntryRecord, 'last_revision'>): boolean {
  return last !== undefined;
}

type StoredStates = PublishableItem<EntryValues> & LocaleKeys;

/** The states of an entry in the locales of the project, the default first. States of removed locales are omitted. */
export function itemOf(record: StoredStates, shape: Shape, list: readonly { id: string }[]): LocalizedItem {
  const { draft, live, locales = {}, last_revision: last, is_default_empty: isEmpty } = record;
  const sharedLive = live === null ? (record.shared_live ?? null) : splitValues(shape, live).shared;
  const states = new Map<string, LocaleState>();
  const [first, ...others] = list;
  const defaultId = first?.id ?? '';
  if (isEmpty !== true && record.revision > 0) states.set(defaultId, defaultState(record, shape, sharedLive));
  for (const { id } of others) {
    const state = locales[id];
    if (state !== undefined) states.set(id, state);
  }
  return {
    shared: { draft: splitValues(shape, draft).shared, live: sharedLive },
    states,
    revision: last ?? record.revision,
  };
}

function defaultState(record: StoredStates, shape: Shape, sharedLive: EntryValues | null): LocaleState {
  const { draft, live, pending } = record;
  const state = {
    ...stateKeys(record),
    draft: splitValues(shape, draft).own,
    live: live === null ? null : splitValues(shape, live).own,
  };
  if (pending === undefined) return state;
  const { own, shared } = splitValues(shape, pending.values);
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

/** The state of an entry in one locale with all its values, as if the entry had only this locale. */
export function stateIn(
  { shared, states }: LocalizedItem,
  locale: string,
  { shape, now }: { shape: Shape; now: Date },
): PublishableItem<EntryValues> {
  const state = states.get(locale);
  const { live, pending, clashes: _clashes, sources: _sources, ...rest } = state ?? newState(now);
  const sharedLive = shared.live ?? {};
  const whole = {
    ...rest,
    draft: joinValues(shape, shared.draft, state?.draft ?? {}),
    live: live === null ? null : joinValues(shape, sharedLive, live),
  };
  if (pending === undefined) return whole;
  const values = joinValues(shape, withScheduled(sharedLive, pending.shared ?? {}), pending.values);
  return { ...whole, pending: { ...pending, values } };
}

/** The state of a locale without content. */
function newState(now: Date): LocaleState {
  return unsaved<EntryValues>({}, now);
}

/** The entry in one locale, as if it had only this locale. */
export function entryIn(
  record: EntryRecord,
  { item, locale, type, now }: { item: LocalizedItem; locale: string; type: Shape; now: Date },
): EntryRecord {
  const { locales: _locales, pending: _pending, live_until: _until, kept_until: _kept, ...rest } = record;
  const { ended_at: _ended, equals_live: _equal, ...common } = rest;
  const state = stateIn(item, locale, { shape: type, now });
  return { ...common, ...state, created_at: record.created_at };
}

/** The entry with other states. Derived keys are those of before. */
export function withItem(
  before: EntryRecord,
  item: LocalizedItem,
  { shape, defaultId, now }: { shape: Shape; defaultId: string; now: Date },
): EntryRecord {
  const { locales: _locales, shared_live: _shared, is_default_empty: _empty, ...rest } = withoutDates(before);
  const state = item.states.get(defaultId);
  const { created_at } = before;
  const revision = state?.revision ?? Math.max(before.revision, 1); // zero means a new entry
  const further = [...item.states].filter(([id]) => id !== defaultId);
  const isSharedAlone = (state?.live ?? null) === null && item.shared.live !== null;
  const periods = [...item.states].map(([locale, { live_at, live_until }]) => ({
    locale,
    live_at,
    ...(live_until === undefined ? {} : { live_until }),
  }));
  const edited = [...item.states.values()].map(({ updated_at }) => updated_at.getTime());
  return {
    ...rest,
    ...stateIn(item, defaultId, { shape, now }),
    created_at,
    revision,
    ...(further.length === 0 ? {} : { locales: Object.fromEntries(further) }),
    ...(isSharedAlone ? { shared_live: { ...item.shared.live } } : {}),
    ...(state === undefined ? { is_default_empty: true as const } : {}),
    periods,
    last_revision: item.revision,
    // Releases compare this state, which moves with a change in any locale.
    state_of: { revision: item.revision, updated_at: new Date(Math.max(...edited, created_at.getTime())) },
  };
}
