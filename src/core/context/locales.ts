import type { DbLocale } from '../mongo/scope/handle.ts';

/** A locale as it is stored. Everything refers to its id, because the code can change. */
export interface LocaleRecord {
  id: string;
  code: string;
  name: string;
  /** The id of the locale whose values replace missing ones, or null. */
  fallback: string | null;
  partial: boolean;
  serves_entries: boolean;
  /** Previous codes that requests can still use; absent if there are none. */
  former_codes?: readonly { code: string; until: Date }[];
}

/** The locales of a project, the default first. */
export interface LocaleListRecord {
  /** Grows with every change of the list. */
  version: number;
  list: readonly LocaleRecord[];
  /** Present while stored items don't match the list. */
  sweep?: LocaleSweepRecord;
}

/** A locale that was removed while its content is being deleted. */
export interface RemovedLocaleRecord extends LocaleRecord {
  /** The time of the removal, if each item that readers lose gets an event; absent if none does. */
  events_at?: Date;
}

/** The progress of the job that brings stored items in line with a changed list of locales. */
export interface LocaleSweepRecord {
  /** The version of the list that began it. */
  version: number;
  /** The ids of the locales whose rows are being written. */
  preparing: readonly string[];
  /** Removed locales, which requests don't know, whose content is being deleted. */
  removing: readonly RemovedLocaleRecord[];
  /** Whether entries get rows in the default locale, without which lists can't serve whole entries of it. */
  is_filling: boolean;
  /** Whether all items that have to change are marked. */
  is_marked: boolean;
  /** 0 to 1. */
  progress: number;
}

/** The locale of a read, as its parameters request it. The database handle of the context is bound to it. */
export interface LocaleRead extends DbLocale {
  /** The code in responses. */
  readonly code: string;
  /** Whether each item of a list has `alternates`. */
  readonly hasAlternates: boolean;
  /** Whether the response is combined with those in other locales; lists can't be. */
  readonly isCombined: boolean;
}
