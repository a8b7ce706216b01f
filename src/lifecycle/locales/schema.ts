import type { PublishableItem } from '../publishing/schema.ts';

/**
 * Localized values of an item in one locale by address: the key of a field, or `field/blk_id/key` inside a shared list
 * of blocks. A value that is absent or null is empty.
 */
export type OwnValues = Readonly<Record<string, unknown>>;

/** The text of the source from which a text was written. */
export interface TextSource {
  /** The revision of the source; 0 if it had no content. */
  revision: number;
  /** Of the text at that revision; empty if there was none. */
  hash: string;
}

/** The state of an item in one locale, with the values that were written in that locale. */
export interface LocaleState extends PublishableItem<OwnValues> {
  /** Addresses that don't fall back, because another item serves the same unique value in the locale. */
  clashes?: readonly string[];
  /** What the texts of a further locale were written from, by address; absent without any. */
  sources?: Readonly<Record<string, TextSource>>;
}

/** The keys by which an index finds the translation states of an item; absent if no text is translated. */
export interface TranslationKeys {
  /** `<locale>=<state>` of each further locale that has texts to translate. */
  keys: readonly string[];
  /** The last change in any locale. */
  at: Date;
}

/** The states of an item by the id of the locale; locales without own content are absent. */
export type LocaleStates = ReadonlyMap<string, LocaleState>;

/** Values of fields that are the same in all locales, by key. `live` is null while no locale is live or scheduled. */
export interface SharedValues {
  draft: OwnValues;
  live: OwnValues | null;
}

/** An item with all its locales. Storage has its own form of it. */
export interface LocalizedItem {
  shared: SharedValues;
  states: LocaleStates;
  /** The counter from which all revisions of the item come. */
  revision: number;
}
