import type { LocaleRecord } from '../../core/context/index.ts';
import { isVisible } from '../publishing/due/ends.ts';
import type { PublishableItem } from '../publishing/schema.ts';
import { withScheduled } from './shared.ts';
import type { LocaleKeys, ValueParts } from './stored-item.ts';

type StoredSnapshots<V> = Pick<PublishableItem<V>, 'draft' | 'live' | 'pending'> &
  Pick<LocaleKeys, 'locales' | 'shared_live'>;

/** The values of further locales, with the shared ones: of all snapshots, and of the live ones alone. */
export function furtherSnapshots<V>(
  { draft, live, locales = {}, shared_live: sharedLive }: StoredSnapshots<V>,
  { split, join }: ValueParts<V>,
): { all: V[]; live: V[] } {
  const states = Object.values(locales);
  if (states.length === 0) return { all: [], live: [] };
  const liveShared = live === null ? (sharedLive ?? {}) : split(live).shared;
  const draftShared = split(draft).shared;
  const liveValues = states.flatMap((state) => (state.live === null ? [] : [join(liveShared, state.live)]));
  const others = states.flatMap(({ draft: own, pending }) => [
    join(draftShared, own),
    ...(pending === undefined ? [] : [join(withScheduled(liveShared, pending.shared ?? {}), pending.values)]),
  ]);
  return { all: [...liveValues, ...others], live: liveValues };
}

/** The values of an item in one locale. */
export interface LocaleSnapshots<V> {
  locale: LocaleRecord;
  isDefault: boolean;
  /** The values that readers see now; null if they see none. */
  visible: V | null;
  /** Draft, live and scheduled values. */
  all: readonly V[];
}

/** The values of an item in each locale of the project, the default first; locales without content are omitted. */
export function snapshotsByLocale<V>(
  list: readonly LocaleRecord[],
  parts: ValueParts<V>,
  { item, now }: { item: StoredSnapshots<V> & Pick<PublishableItem<V>, 'live_at' | 'live_until'>; now: Date },
): LocaleSnapshots<V>[] {
  const [first, ...others] = list;
  if (first === undefined) return [];
  const { draft, live, pending } = item;
  const all = [draft, ...(live === null ? [] : [live]), ...(pending === undefined ? [] : [pending.values])];
  const visible = isVisible(item, now) ? live : null;
  const ofDefault = { locale: first, isDefault: true, visible, all };
  const further = others.flatMap((locale) => {
    const state = item.locales?.[locale.id];
    if (state === undefined) return [];
    const own = furtherSnapshots({ ...item, locales: { [locale.id]: state } }, parts);
    const visibleValues = isVisible(state, now) ? (own.live[0] ?? null) : null;
    return { locale, isDefault: false, visible: visibleValues, all: own.all };
  });
  return [ofDefault, ...further];
}

/** Where an item uses something. */
export interface LocaleUse {
  /** Whether readers see the use in a locale. */
  isLive: boolean;
  /** The codes of further locales, if no value of the default locale has the use; absent otherwise. */
  locales?: string[];
}

/** In which locales an item uses something; null if in none. */
export function useIn<V>(
  snapshots: readonly LocaleSnapshots<V>[],
  hasUse: (values: V) => boolean,
): LocaleUse | null {
  const using = snapshots.filter(({ all }) => all.some(hasUse));
  if (using.length === 0) return null;
  const isLive = using.some(({ visible }) => visible !== null && hasUse(visible));
  if (using.some(({ isDefault }) => isDefault)) return { isLive };
  return { isLive, locales: using.map(({ locale }) => locale.code) };
}
