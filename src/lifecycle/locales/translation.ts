import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { latest } from '../../contract/time.ts';
import { type TranslationState, translationStates } from '../../contract/translations.ts';
import type { LocaleRecord, TranslationLocale, TranslationStateOf } from '../../core/context/index.ts';
import type {
  LocalizedItem,
  LocaleState,
  LocaleStates,
  OwnValues,
  TextSource,
  TranslationKeys,
} from './schema.ts';

/** The texts of an item in a locale that are not up to date; addresses are in the order of the texts. */
export interface Translation {
  state: TranslationState;
  missing: readonly string[];
  outdated: readonly string[];
}

/** The texts of an item in one locale, and those of its source. */
interface TranslatedTexts {
  /** The addresses of the texts. */
  texts: readonly string[];
  /** What readers of the source locale see, or will see. */
  source: OwnValues;
  own: OwnValues;
  /** What the own texts were written from, by address. */
  sources: Readonly<Record<string, TextSource>>;
  /** Whether missing texts don't count. */
  isPartial: boolean;
}

/** The id of the locale from which a locale is translated; null for the default locale. */
export function sourceOf(list: readonly LocaleRecord[], { id, fallback }: LocaleRecord): string | null {
  const first = list[0]?.id ?? null;
  return id === first ? null : (fallback ?? first);
}

/**
 * The translation state of an item in a locale; null if no text of it counts. A text without a stored source was written
 * by an earlier version, and is current.
 */
export function translationOf({
  texts,
  source,
  own,
  sources,
  isPartial,
}: TranslatedTexts): Translation | null {
  const missing: string[] = [];
  const outdated: string[] = [];
  let hasTexts = false;
  for (const address of texts) {
    const text = source[address];
    if (isBlank(text)) continue;
    const isMissing = own[address] == null;
    hasTexts ||= !isMissing || !isPartial;
    if (isMissing) missing.push(address);
    else if (sources[address] !== undefined && sources[address].hash !== hashOf(text)) outdated.push(address);
  }
  if (!hasTexts) return null;
  const state = missing.length > 0 && !isPartial ? 'missing' : outdated.length > 0 ? 'outdated' : 'current';
  return { state, missing, outdated };
}

/** The translation state of an item with a state in each locale. */
export function translationIn(
  states: LocaleStates,
  locale: LocaleRecord,
  { list, texts }: { list: readonly LocaleRecord[]; texts: readonly string[] },
): Translation | null {
  const sourceId = sourceOf(list, locale);
  const source = sourceId === null ? null : states.get(sourceId)?.live;
  if (source == null) return null;
  const { draft: own = {}, sources = {} } = states.get(locale.id) ?? {};
  return translationOf({ texts, source, own, sources, isPartial: locale.partial });
}

/** What a text of an item is written from: the live text of the source, or its draft before it is published. */
export function textSource(source: LocaleState | undefined, address: string): TextSource {
  if (source === undefined) return { revision: 0, hash: '' };
  const { live, live_revision: liveRevision, draft, revision } = source;
  return { revision: liveRevision ?? revision, hash: hashOf((live ?? draft)[address]) };
}

/** The part of an id that a copy of the project replaces (transfer/copies/new-ids.ts). */
const idEnding = /\b([a-z]{3}_[0-9a-z]{18})[0-9a-z]{8}\b/g;

/** A short hash of a text, which is the same in copies of the project; empty for none. */
export function hashOf(text: unknown): string {
  if (isBlank(text)) return '';
  const content = JSON.stringify(text).replace(idEnding, '$1');
  return createHash('sha256').update(content).digest('base64url').slice(0, 12);
}

/** Whether there is nothing to translate: no text, or a document without content. */
function isBlank(text: unknown): boolean {
  if (text == null || text === '') return true;
  return typeof text === 'object' && 'content' in text && isDeepStrictEqual(text.content, []);
}

/** The state whose key an item has in a locale; null if it has no text to translate. */
export function stateInKeys(keys: readonly string[] = [], locale: string): TranslationState | null {
  return translationStates.find((state) => keys.includes(translationKey(locale, state))) ?? null;
}

/** The key under which an index finds the items of a locale that have a state. */
export function translationKey(locale: string, state: TranslationState): string {
  return `${locale}=${state}`;
}

/** The row without its translation states, which imports derive. */
export function withoutTranslation({ translation: _translation, ...row }: { translation?: unknown }): object {
  return row;
}

/**
 * The keys of an item in several locales; undefined without any. `textsIn` returns the addresses of its texts in a locale,
 * and `updatedAt` is the last change of its record.
 */
export function translationKeysOf(
  { states }: LocalizedItem,
  {
    list,
    textsIn,
    updatedAt,
  }: { list: readonly LocaleRecord[]; textsIn: (locale: string) => readonly string[]; updatedAt: Date },
): TranslationKeys | undefined {
  const keys = list.slice(1).flatMap((locale) => {
    const translation = translationIn(states, locale, { list, texts: textsIn(locale.id) });
    return translation === null ? [] : [translationKey(locale.id, translation.state)];
  });
  if (keys.length === 0) return undefined;
  return { keys, at: [...states.values()].reduce((at, state) => latest(at, state.updated_at), updatedAt) };
}

/** The source of an item's texts in a locale, with the revision that readers see, and the state of the item there. */
export function translationSource({ states }: LocalizedItem, { list, locale }: TranslationLocale) {
  const sourceLocale = list.find(({ id }) => id === sourceOf(list, locale)) ?? list[0];
  const sourceState = states.get(sourceLocale?.id ?? '');
  const revision = sourceState?.live_revision ?? sourceState?.revision ?? 0;
  return { source: { locale: sourceLocale?.code ?? '', revision }, sourceState };
}

/** The translation of an item in a locale, with the names of its texts. `texts` has the name of each address. */
export function translationStateOf(
  id: string,
  { states }: LocalizedItem,
  { list, locale, texts }: TranslationLocale & { texts: ReadonlyMap<string, string> },
): TranslationStateOf {
  const translation = translationIn(states, locale, { list, texts: [...texts.keys()] });
  const names = (addresses: readonly string[] = []) => addresses.map((one) => texts.get(one) ?? one);
  return {
    id,
    state: translation?.state ?? null,
    missing_fields: names(translation?.missing),
    outdated_fields: names(translation?.outdated),
  };
}
