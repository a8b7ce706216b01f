import { isDeepStrictEqual } from 'node:util';
import { firstIdAt, type IdKind } from '../../contract/ids.ts';
import type { LocaleSample } from '../../core/context/index.ts';

/** The earliest creation of an item at which a sample starts. */
const earliestMs = Date.UTC(2020, 0);

/** The id from which a sample of items reads; their ids begin with the time of their creation. */
export function firstSampledId(
  kind: IdKind,
  { now, position }: Pick<LocaleSample, 'now' | 'position'>,
): string {
  return firstIdAt(kind, new Date(earliestMs + position * (now.getTime() - earliestMs)));
}

interface LocaleRow {
  /** The id of the locale. */
  locale: string;
  valid_until?: Date;
}

/**
 * Whether the stored rows of an item equal freshly derived ones. Rows after their `valid_until` don't count: reads derive
 * them, and a job rewrites them.
 */
export function haveSameRows<R extends LocaleRow>(
  stored: readonly R[],
  derived: readonly R[],
  now: Date,
): boolean {
  const isDue = ({ valid_until: until }: R) => until !== undefined && until <= now;
  const dueIds = new Set(stored.filter(isDue).map(({ locale }) => locale));
  const isCompared = ({ locale }: R) => !dueIds.has(locale);
  const rows = new Map(stored.filter(isCompared).map((row) => [row.locale, derivedKeys(row)]));
  const freshRows = derived.filter(isCompared);
  return (
    rows.size === freshRows.length &&
    freshRows.every((row) => isDeepStrictEqual(rows.get(row.locale), derivedKeys(row)))
  );
}

/** The keys of a row that are derived and stored: not those of its project and release, nor undefined ones. */
function derivedKeys(row: object): object {
  const scopeKeys = ['project_id', 'release_id'];
  const keys = Object.entries(row).filter(([key, value]) => value !== undefined && !scopeKeys.includes(key));
  return Object.fromEntries(keys);
}
