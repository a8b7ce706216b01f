import type { Version } from '../../../../../src/lifecycle/versions/schema.ts';

/** What a version can be held against: the draft, what readers see, or the id of another version. */
export type Other = 'draft' | 'live' | (string & {});

/** Two states in the order of time, and what that says to a person. */
export interface Comparison {
  before: Other;
  after: Other;
  /** What struck-out and underlined words mean here. */
  says: string;
}

/** The version that was saved before this one; undefined for the first. `versions` are newest first. */
export function versionBefore(versions: readonly Version[], id: string): Version | undefined {
  const at = versions.findIndex((version) => version.id === id);
  return at === -1 ? undefined : versions[at + 1];
}

/** How a version is held against something else; what is older comes first, save for what Restore would do. */
export function comparisonOf(versions: readonly Version[], chosen: string, other: Other): Comparison {
  if (other === 'draft')
    return {
      before: 'draft',
      after: chosen,
      says: 'What Restore would do: struck-out words leave the draft, underlined words come back.',
    };
  if (other === 'live')
    return {
      before: 'live',
      after: chosen,
      says: 'From what readers see now to this version.',
    };
  const at = (id: string) => versions.findIndex((version) => version.id === id);
  const isOlder = at(other) > at(chosen);
  return {
    before: isOlder ? other : chosen,
    after: isOlder ? chosen : other,
    says:
      versionBefore(versions, chosen)?.id === other
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

/** When each was saved, in words that differ: as exact as that takes, and with the year where it is another. */
export function timesOf(versions: readonly Version[], now: Date): ReadonlyMap<string, string> {
  const wordsIn = [minute, second, millisecond].map((form) =>
    versions.map(({ saved_at }) => form.format(new Date(saved_at))),
  );
  return new Map(
    versions.map(({ id, saved_at }, index) => {
      const exact = wordsIn.find((all) => all.filter((words) => words === all[index]).length === 1);
      const words = (exact ?? wordsIn.at(-1))?.[index] ?? '';
      const savedIn = year.format(new Date(saved_at));
      return [id, savedIn === year.format(now) ? words : `${words}, ${savedIn}`];
    }),
  );
}
