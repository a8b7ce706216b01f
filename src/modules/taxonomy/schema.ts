import { type TextSource, type TranslationKeys, withoutTranslation } from '../../lifecycle/index.ts';

/** Own values of a locale; empty texts are absent. */
export type LocaleValues = Readonly<Record<string, unknown>>;

/** The last change of what a locale contains or what its readers see. */
export interface LocaleRevision {
  revision: number;
  updated_at: Date;
}

/**
 * The common fields of authors, categories, collections and sections. These terms have names and no drafts.
 */
export interface TermRecord {
  _id: string;
  slug: string;
  /** The folded name or title, by which lists are sorted. */
  sort_name: string;
  /** Of the default locale: the number of the last write that changed it. */
  revision: number;
  created_at: Date;
  updated_at: Date;
  /** The own values of further locales, by the id of the locale; absent without any. */
  locales?: Readonly<Record<string, LocaleValues>>;
  /** The slugs of all locales; absent without further locales. */
  locale_slugs?: readonly string[];
  /** The revisions of further locales that differ from that of the default. */
  locale_revisions?: Readonly<Record<string, LocaleRevision>>;
  /** What the texts of further locales were written from, by the id of the locale and by key. */
  locale_sources?: Readonly<Record<string, Readonly<Record<string, TextSource>>>>;
  translation?: TranslationKeys;
}

/** The fields that a kind adds. */
export type TermValues<R extends TermRecord> = Omit<R, keyof TermRecord>;

/** How exports treat the rows of terms. */
export const exportedTerms = {
  requiredKeys: ['slug', 'revision', 'created_at', 'updated_at'],
  rowForm: withoutTranslation,
} as const;
