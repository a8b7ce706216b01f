import type { ProjectDb, SystemDb } from '../mongo/scope/handle.ts';
import type { LocaleRecord } from './locales.ts';

/** An item with a date at which it changes for readers. */
export interface DueItem {
  projectId: string;
  /** Null for items that belong to no release. */
  releaseId: string | null;
  id: string;
  at: Date;
  /** The row's `_id`, which orders items with equal dates. */
  row: unknown;
}

/** Selects one page of due items over all projects except some, ordered by date. */
export interface DueQuery {
  until: Date;
  limit: number;
  /** The last item of the previous page; null for the first page. */
  after: Pick<DueItem, 'at' | 'row'> | null;
  /** Projects and releases to skip. */
  except: { projectIds: readonly string[]; releaseIds: readonly string[] };
}

/** The number of items with content in a locale, by their state there. */
export interface LocaleContentCounts {
  live: number;
  scheduled: number;
  drafts: number;
}

/** A changed list of locales, with the locales that have other fallbacks or serve more items than before. */
export interface LocaleListChange {
  list: readonly LocaleRecord[];
  locales: readonly LocaleRecord[];
  now: Date;
  /** Ids of items in a conflict. */
  max: number;
}

/** A locale in which items would serve a unique value that another item has there, with the ids of these items. */
export interface LocaleConflict {
  locale: LocaleRecord;
  ids: readonly string[];
}

/** A value that an item doesn't serve in a locale, because another item has it there. */
export interface LocaleClash {
  /** The id of the locale. */
  locale: string;
  id: string;
  /** The slug of the content type. */
  type: string;
  title: string;
  /** The keys of the fields that serve no value. */
  fields: readonly string[];
}

/** What every kind of item with publish dates has. */
export interface ScheduledBase {
  readonly name: string;
  /** The collection of the items. */
  readonly collection: string;
  /** The collection of their rows in further locales, with the same dates; absent if there is none. */
  readonly localeRows?: string;
  /** Counts the items with own content in a further locale; absent if there is none. */
  countInLocale?(
    scope: { db: ProjectDb; releaseId: string },
    locale: string,
    now: Date,
  ): Promise<LocaleContentCounts>;
  /** Finds the first conflict in some locales of a changed list; absent if the kind has no unique values. */
  findLocaleConflict?(
    scope: { db: ProjectDb; releaseId: string },
    change: LocaleListChange,
  ): Promise<LocaleConflict | null>;
  /** Lists up to `max` items with a value that fell back until a job found that another item has it. */
  findLocaleClashes?(scope: { db: ProjectDb; releaseId: string }, max: number): Promise<LocaleClash[]>;
  /** Returns items with a change that is due at or before `until`, earliest first. */
  findDue(system: SystemDb, query: DueQuery): Promise<DueItem[]>;
  /** Returns the earliest date after `now` in the project's own items and in this release, or null. One index read. */
  nextDate(scope: { db: ProjectDb; releaseId: string }, now: Date): Promise<Date | null>;
}
