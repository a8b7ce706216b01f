import { isDeepStrictEqual } from 'node:util';
import type { OwnValues, SharedValues } from './schema.ts';

/** Where a locale is after a write. */
export type LocalePhase = 'live' | 'scheduled' | 'draft';

/** What a write does to the shared values. */
export interface SharedWrite {
  merge: (values: OwnValues) => OwnValues;
  /** The phases after the write of the locales that it addresses, and of all others. */
  addressed: readonly LocalePhase[];
  others: readonly LocalePhase[];
  /** Whether the write publishes an addressed locale. */
  publishes: boolean;
  /** The date of a scheduled change of an addressed live locale. */
  publishAt: Date | null;
  /** False leaves all shared values in the draft (`publish_shared: false`). */
  publishesShared: boolean;
  draftOnly: boolean;
}

export interface SharedChange {
  after: SharedValues;
  /** Values that go live at `publishAt`; null clears one. Absent unless the write schedules them. */
  scheduled?: OwnValues;
  /** Keys of written values that wait in the draft; the writer gets a warning. */
  waiting: readonly string[];
  /** Keys of values of earlier writes that the publication of this write made live. */
  published: readonly string[];
}

/**
 * The draft and live shared values after a write. The addressed locales decide together:
 * a live one makes them live in every live locale, a scheduled one if no locale is live, and a draft lets them wait.
 */
export function changeShared(before: SharedValues, write: SharedWrite): SharedChange {
  const { merge, addressed, others, publishes, publishAt, publishesShared, draftOnly } = write;
  const draft = merge(before.draft);
  const all = [...addressed, ...others];
  const isHidden = all.every((phase) => phase === 'draft');
  const stored = (live: OwnValues | null): SharedValues => ({ draft, live: isHidden ? null : live });
  const waits: SharedChange = { after: stored(before.live), waiting: [], published: [] };
  if (draftOnly) return waits;
  if (publishes && !publishesShared) return { ...waits, after: stored(before.live ?? {}) };
  if (publishAt !== null && addressed.includes('live'))
    return { ...waits, scheduled: publishesShared ? differences(before.live ?? {}, draft) : {} };
  const goesLive =
    addressed.includes('live') || (addressed.includes('scheduled') && !others.includes('live'));
  const written = changedKeys(before.draft, draft);
  if (!goesLive) return { ...waits, waiting: isHidden ? [] : written };
  const live = publishes || before.live === null ? draft : merge(before.live);
  const published = changedKeys(before.live ?? live, live).filter((key) => !written.includes(key));
  return { after: stored(live), waiting: [], published: publishes ? published : [] };
}

/** Live shared values after a scheduled change. Values that it does not contain stay as they are. */
export function withScheduled(live: OwnValues, scheduled: OwnValues): OwnValues {
  const all = Object.entries({ ...live, ...scheduled });
  return Object.fromEntries(all.filter(([, value]) => value !== null));
}

/** The values that turn `from` into `to`, as a scheduled change stores them; null clears one. */
export function differences(from: OwnValues, to: OwnValues): OwnValues {
  return Object.fromEntries(changedKeys(from, to).map((key) => [key, to[key] ?? null]));
}

/** The keys with different values; an absent value equals null. */
export function changedKeys(from: OwnValues, to: OwnValues): string[] {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return keys.filter((key) => !isDeepStrictEqual(from[key] ?? null, to[key] ?? null));
}
