import type { LocaleRecord } from '../../../core/context/index.ts';
import { isVisible } from '../../../lifecycle/index.ts';
import type { Shape } from '../../fields/walk.ts';
import { furtherSnapshots, snapshotsOf } from '../store/derive.ts';
import type { EntryRecord, EntryValues } from '../store/schema.ts';

/** The values of an entry in one locale. */
interface LocaleSnapshots {
  locale: LocaleRecord;
  isDefault: boolean;
  /** The values that readers see now; null if they see none. */
  visible: EntryValues | null;
  /** Draft, live and scheduled values. */
  all: readonly EntryValues[];
}

type UsingEntry = Pick<
  EntryRecord,
  'draft' | 'live' | 'live_at' | 'live_until' | 'pending' | 'locales' | 'shared_live'
>;

/** The values of an entry in each locale of the project, the default first; locales without content are omitted. */
export function snapshotsByLocale(
  list: readonly LocaleRecord[],
  shape: Shape,
  { entry, now }: { entry: UsingEntry; now: Date },
): LocaleSnapshots[] {
  const [first, ...others] = list;
  if (first === undefined) return [];
  const visible = isVisible(entry, now) ? entry.live : null;
  const ofDefault = { locale: first, isDefault: true, visible, all: snapshotsOf(entry) };
  const further = others.flatMap((locale) => {
    const state = entry.locales?.[locale.id];
    if (state === undefined) return [];
    const { all, live } = furtherSnapshots(shape, { ...entry, locales: { [locale.id]: state } });
    return { locale, isDefault: false, visible: isVisible(state, now) ? (live[0] ?? null) : null, all };
  });
  return [ofDefault, ...further];
}

/** Where an entry uses something. */
export interface EntryUse {
  /** Whether readers see the use in a locale. */
  isLive: boolean;
  /** The codes of further locales, if no value of the default locale has the use; absent otherwise. */
  locales?: string[];
}

/** In which locales an entry uses something; null if in none. */
export function useIn(
  snapshots: readonly LocaleSnapshots[],
  hasUse: (values: EntryValues) => boolean,
): EntryUse | null {
  const using = snapshots.filter(({ all }) => all.some(hasUse));
  if (using.length === 0) return null;
  const isLive = using.some(({ visible }) => visible !== null && hasUse(visible));
  if (using.some(({ isDefault }) => isDefault)) return { isLive };
  return { isLive, locales: using.map(({ locale }) => locale.code) };
}
