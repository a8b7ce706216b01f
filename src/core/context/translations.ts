import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { TranslationKindName, TranslationState } from '../../contract/translations.ts';
import type { LocaleRecord } from './locales.ts';
import type { Tx, WriteContext } from './write-context.ts';

/** The locale that is translated, and the list of which it is part. */
export interface TranslationLocale {
  list: readonly LocaleRecord[];
  locale: LocaleRecord;
}

/** An item's translation in a locale. Fields are named as in responses. */
export interface TranslationStateOf {
  id: string;
  /** Null if no text of the item is translated. */
  state: TranslationState | null;
  missing_fields: string[];
  outdated_fields: string[];
}

export interface TranslationItem extends TranslationStateOf {
  /** The slug of its content type; null for items of the built-in modules. */
  type: string | null;
  title: string;
  source: { locale: string; revision: number };
  /** Whether readers of the locale see the item. */
  live: boolean;
  updated_at: string;
  url: string;
}

/** A position in the list, whose order is that of the last change. */
export interface TranslationPosition {
  at: Date;
  id: string;
}

export interface TranslationListQuery extends TranslationLocale {
  type: string | undefined;
  /** The keys of the states, such as `<locale>=missing`. */
  keys: readonly string[];
  after: TranslationPosition | null;
  limit: number;
}

export interface TranslationPage {
  items: readonly TranslationItem[];
  /** The position of the last row that was read; null if no row follows. */
  next: TranslationPosition | null;
}

/** A confirmation of an item's texts. */
export interface ConfirmedItem extends TranslationStateOf {
  /** The names of all texts of the item that can be confirmed. */
  fields: readonly string[];
  /** Null if nothing changed. */
  audit: AuditEntry | null;
}

/** A text of an item in its source and in a locale, as stored. */
export interface TextPair {
  /** The name in responses: a field key, or `field/blk_id/key`. */
  name: string;
  /** What readers of the source see, or will see. */
  source: unknown;
  /** The own draft of the locale. */
  own: unknown;
  /** Null if the source has nothing to translate. */
  state: TranslationState | null;
}

/** The texts of an item, for files that translators work in. */
export interface ItemTexts {
  /** The revision of the source. */
  revision: number;
  /** A number that moves with each change of the item in any locale. */
  sequence: number;
  texts: readonly TextPair[];
}

/** Texts that replace the own ones of an item in a locale. */
export interface WrittenItemTexts extends TranslationLocale {
  id: string;
  /** The new texts by name. */
  values: ReadonlyMap<string, unknown>;
  /** The revision of the source from which they were written. */
  translatedFrom: number;
  /** The sequence of the item that the caller read. */
  sequence: number;
}

/** A kind of item whose texts are translated; each feature defines its own (composed in src/server/assembly.ts). */
export interface TranslationSource<C extends WriteContext> {
  /** Also the kind of its ids. */
  readonly kind: TranslationKindName;
  /** Lists the items with one of the keys, the last changed first. Reads at most `limit` rows. */
  list(context: C, query: TranslationListQuery): Promise<TranslationPage>;
  /** Counts the items of each key, up to `max`. */
  count(context: C, keys: readonly string[], max: number): Promise<number[]>;
  /** Reads the texts of an item in a locale. Null if the item doesn't exist, or has no localized texts. */
  readTexts(context: C, item: TranslationLocale & { id: string }): Promise<ItemTexts | null>;
  /**
   * Saves texts of an item in a locale: as a draft, if the kind has drafts.
   * @throws revision_conflict if the item changed since it was read; the validation errors
   */
  writeTexts(context: C, written: WrittenItemTexts): Promise<void>;
  /** Marks own texts as current: those that `fields` names, or all. Null if the item doesn't exist. */
  confirm(
    tx: Tx<C>,
    confirmation: TranslationLocale & { id: string; fields: readonly string[] | undefined },
  ): Promise<ConfirmedItem | null>;
}
