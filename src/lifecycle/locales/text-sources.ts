import { isDeepStrictEqual } from 'node:util';
import { apiError } from '../../contract/errors/api-error.ts';
import type { LocaleRecord, TranslationLocale } from '../../core/context/index.ts';
import type { LocalizedItem, LocaleState, OwnValues, TextSource } from './schema.ts';
import { hashOf, sourceOf, textSource } from './translation.ts';

/** The part of a write that concerns one locale. */
export interface WrittenTexts {
  locale: LocaleRecord;
  /** The revision of the source from which the texts were written; absent for the newest one. */
  translatedFrom?: number | undefined;
  /** What some of the texts were written from, by address, in place of the newest revision. */
  olderSources?: Readonly<Record<string, TextSource>> | undefined;
  /** The revision of the version that is restored: its texts were written from the source of that time. */
  restoredFrom?: number | undefined;
  /** What comes before the params of errors. */
  prefix: string;
}

interface WrittenItem {
  list: readonly LocaleRecord[];
  before: LocalizedItem;
  after: LocalizedItem;
  /** The addresses of the translated texts. */
  texts: readonly string[];
  /** The own values of a locale at an earlier revision, from the version history; null means the default locale. */
  valuesAt: (localeId: string | null, revision: number) => Promise<OwnValues>;
}

/**
 * The item with what its changed texts were written from, in further locales.
 * @throws invalid_field_value for a `translated_from` that the source doesn't have
 */
export async function withTextSources(
  item: WrittenItem,
  writtenTexts: readonly WrittenTexts[],
): Promise<LocalizedItem> {
  const { list, before, after, texts } = item;
  const states = new Map(after.states);
  for (const { locale, translatedFrom, olderSources, restoredFrom, prefix } of writtenTexts) {
    const sourceId = sourceOf(list, locale);
    const source = sourceId === null ? undefined : after.states.get(sourceId);
    checkTranslatedFrom(source, { code: locale.code, isDefault: sourceId === null, translatedFrom, prefix });
    const state = after.states.get(locale.id);
    if (sourceId === null || state === undefined) continue;
    const draftBefore = before.states.get(locale.id)?.draft ?? {};
    const ownAddresses = texts.filter((address) => state.draft[address] != null);
    const changedAddresses = ownAddresses.filter(
      (address) => !isDeepStrictEqual(draftBefore[address], state.draft[address]),
    );
    const revision = translatedFrom ?? restoredFrom;
    const olderSource = await olderTexts(item, { source, sourceId, revision });
    const sources: Record<string, TextSource> = {};
    for (const address of ownAddresses) {
      const previousSource = state.sources?.[address];
      if (changedAddresses.includes(address))
        sources[address] = olderSources?.[address] ?? olderSource?.(address) ?? textSource(source, address);
      else if (previousSource !== undefined) sources[address] = previousSource;
    }
    states.set(locale.id, withSources(state, sources));
  }
  return { ...after, states };
}

/**
 * What the texts of a locale were written from that are outdated by the draft of their source, by address. A copy of the
 * item, whose revisions are its own, stores them so that its texts are outdated too.
 */
export function outdatedSources(
  { states }: LocalizedItem,
  { list, locale }: TranslationLocale,
): Readonly<Record<string, TextSource>> {
  const source = states.get(sourceOf(list, locale) ?? '')?.draft ?? {};
  const outdated = Object.entries(states.get(locale.id)?.sources ?? {}).flatMap(([address, { hash }]) =>
    hash === hashOf(source[address]) ? [] : [[address, { revision: 0, hash }] as const],
  );
  return Object.fromEntries(outdated);
}

/** The state with other sources. */
export function withSources(state: LocaleState, sources: Readonly<Record<string, TextSource>>): LocaleState {
  const { sources: _sources, ...rest } = state;
  return Object.keys(sources).length === 0 ? rest : { ...rest, sources };
}

/** The texts of an earlier revision of the source; null for the newest revision. */
async function olderTexts(
  { list, valuesAt }: WrittenItem,
  {
    source,
    sourceId,
    revision,
  }: { source: LocaleState | undefined; sourceId: string; revision: number | undefined },
): Promise<((address: string) => TextSource) | null> {
  if (source === undefined || revision === undefined) return null;
  if (revision >= (source.live_revision ?? source.revision)) return null;
  const own = await valuesAt(sourceId === list[0]?.id ? null : sourceId, revision);
  return (address) => ({ revision, hash: hashOf(own[address]) });
}

/** @throws invalid_field_value for a revision that the source doesn't have, and in the default locale */
export function checkTranslatedFrom(
  source: Pick<LocaleState, 'revision'> | undefined,
  {
    code,
    isDefault,
    translatedFrom,
    prefix,
  }: { code?: string; isDefault: boolean; translatedFrom: number | undefined; prefix: string },
): void {
  if (translatedFrom === undefined) return;
  const newest = source?.revision ?? 0;
  if (!isDefault && translatedFrom <= newest) return;
  const why = isDefault
    ? 'the default locale is not translated. Send it with another locale'
    : `the newest revision of the source is ${newest}`;
  const param = `${prefix}translated_from`;
  throw apiError(
    'invalid_field_value',
    { name: 'translated_from', why },
    { param, ...(code === undefined ? {} : { locale: code }) },
  );
}

interface ConfirmedTexts extends TranslationLocale {
  /** The names of the texts; absent for all. */
  fields: readonly string[] | undefined;
  /** The name of each text by its address. */
  texts: ReadonlyMap<string, string>;
}

/** The item whose own texts in a locale are those of the present source; the item itself without a change. */
export function confirmTexts(
  item: LocalizedItem,
  { list, locale, fields, texts }: ConfirmedTexts,
): LocalizedItem {
  const state = item.states.get(locale.id);
  if (state === undefined) return item;
  const source = item.states.get(sourceOf(list, locale) ?? '');
  const sources = { ...state.sources };
  let isChanged = false;
  for (const [address, name] of texts) {
    if (state.draft[address] == null || fields?.includes(name) === false) continue;
    const newestSource = textSource(source, address);
    isChanged ||= sources[address]?.hash !== newestSource.hash;
    sources[address] = newestSource;
  }
  if (!isChanged) return item;
  return { ...item, states: new Map(item.states).set(locale.id, withSources(state, sources)) };
}
