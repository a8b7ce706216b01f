import { type ComingKind, comingKinds } from '../../../../src/contract/home.ts';

/** What the URL of the calendar contains. */
export interface CalendarSearch {
  /** The shown month, such as `2026-11`; the current month if omitted. */
  month?: string | undefined;
  /** Shows one week: the one of `day`, or the current one. */
  view?: 'week' | undefined;
  /** `2026-11-23` */
  day?: string | undefined;
  kind?: ComingKind | undefined;
  /** The slug of a content type. */
  type?: string | undefined;
}

/** Reads the URL. Unknown values are ignored. */
export function readSearch(search: Record<string, unknown>): CalendarSearch {
  const { month, view, day, kind, type } = search;
  const knownKind = comingKinds.find((name) => name === kind);
  return {
    ...(typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {}),
    ...(view === 'week' ? { view } : {}),
    ...(typeof day === 'string' && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(day) ? { day } : {}),
    ...(knownKind === undefined ? {} : { kind: knownKind }),
    ...(typeof type === 'string' ? { type } : {}),
  };
}

/** The filters as query parameters of the API. A content type filter shows entries only. */
export function filtersOf({ kind, type }: CalendarSearch): { kinds?: string; types?: string } {
  if (type !== undefined) return { kinds: 'entry', types: type };
  return kind === undefined ? {} : { kinds: kind };
}
