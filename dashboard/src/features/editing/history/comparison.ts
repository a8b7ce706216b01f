import type { Version } from '../../../../../src/lifecycle/versions/schema.ts';

/** What a version is compared with: the draft, the live version, or another version by its id. */
export type ComparedState = 'draft' | 'live' | (string & {});

/** Two states in chronological order, with a description for the user. */
export interface Comparison {
  before: ComparedState;
  after: ComparedState;
  /** The meaning of struck-through and underlined words. */
  description: string;
}

/** The previous version; undefined for the first. `versions` are newest first. */
export function versionBefore(versions: readonly Version[], id: string): Version | undefined {
  const index = versions.findIndex((version) => version.id === id);
  return index === -1 ? undefined : versions[index + 1];
}

/** Compares a version with another state. The older one comes first, except for a restore. */
export function comparisonOf(
  versions: readonly Version[],
  versionId: string,
  other: ComparedState,
): Comparison {
  if (other === 'draft')
    return {
      before: 'draft',
      after: versionId,
      description: 'What Restore would do: struck-out words leave the draft, underlined words come back.',
    };
  if (other === 'live')
    return {
      before: 'live',
      after: versionId,
      description: 'From what readers see now to this version.',
    };
  const indexOf = (id: string) => versions.findIndex((version) => version.id === id);
  const isOlder = indexOf(other) > indexOf(versionId);
  return {
    before: isOlder ? other : versionId,
    after: isOlder ? versionId : other,
    description:
      versionBefore(versions, versionId)?.id === other
        ? 'What this save changed.'
        : 'From the older of the two versions to the newer one.',
  };
}

const minuteForm = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
const minute = new Intl.DateTimeFormat('en', minuteForm);
const second = new Intl.DateTimeFormat('en', { ...minuteForm, second: '2-digit' });
const millisecond = new Intl.DateTimeFormat('en', {
  ...minuteForm,
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const year = new Intl.DateTimeFormat('en', { year: 'numeric' });

/** The date of each version, as exact as needed to tell them apart, with the year if it is not the current one. */
export function timesOf(versions: readonly Version[], now: Date): ReadonlyMap<string, string> {
  const formats = [minute, second, millisecond].map((form) =>
    versions.map(({ saved_at }) => form.format(new Date(saved_at))),
  );
  return new Map(
    versions.map(({ id, saved_at }, index) => {
      const distinctDates = formats.find(
        (dates) => dates.filter((date) => date === dates[index]).length === 1,
      );
      const date = (distinctDates ?? formats.at(-1))?.[index] ?? '';
      const savedYear = year.format(new Date(saved_at));
      return [id, savedYear === year.format(now) ? date : `${date}, ${savedYear}`];
    }),
  );
}
