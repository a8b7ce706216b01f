import { isDeepStrictEqual } from 'node:util';
import { apiError } from '../../../../contract/errors/api-error.ts';
import type { LocaleRecord } from '../../../../core/context/index.ts';
import {
  entryItem,
  findVersionUpTo,
  hashOf,
  type LocalizedItem,
  type LocaleState,
  sourceOf,
  type TextSource,
  textSource,
} from '../../../../lifecycle/index.ts';
import { splitValues } from '../../../fields/locales/own-values.ts';
import { textsOf } from '../../store/locales/translation.ts';
import type { EntryWrite } from '../validate.ts';

/** The part of a write that concerns one locale. */
interface WrittenTexts {
  locale: LocaleRecord;
  /** The revision of the source from which the texts were written; absent for the newest one. */
  translatedFrom?: number | undefined;
  /** What comes before the params of errors. */
  prefix: string;
}

interface WrittenItem {
  list: readonly LocaleRecord[];
  before: LocalizedItem;
  after: LocalizedItem;
}

/**
 * The item with what its changed texts were written from, in further locales.
 * @throws invalid_field_value for a `translated_from` that the source doesn't have
 */
export async function withTextSources(
  write: EntryWrite,
  { list, before, after }: WrittenItem,
  writtenTexts: readonly WrittenTexts[],
): Promise<LocalizedItem> {
  const states = new Map(after.states);
  const texts = textsOf(write.type, after.shared);
  for (const { locale, translatedFrom, prefix } of writtenTexts) {
    const sourceId = sourceOf(list, locale);
    const source = sourceId === null ? undefined : after.states.get(sourceId);
    checkTranslatedFrom(source, { code: locale.code, isDefault: sourceId === null, translatedFrom, prefix });
    const state = after.states.get(locale.id);
    if (sourceId === null || state === undefined) continue;
    const draftBefore = before.states.get(locale.id)?.draft ?? {};
    const own = [...texts.keys()].filter((address) => state.draft[address] != null);
    const changed = own.filter((address) => !isDeepStrictEqual(draftBefore[address], state.draft[address]));
    const isDefault = sourceId === list[0]?.id;
    const older = await olderTexts(write, { source, sourceId: isDefault ? null : sourceId, translatedFrom });
    const sources: Record<string, TextSource> = {};
    for (const address of own) {
      const stored = state.sources?.[address];
      if (changed.includes(address)) sources[address] = older?.(address) ?? textSource(source, address);
      else if (stored !== undefined) sources[address] = stored;
    }
    states.set(locale.id, withSources(state, sources));
  }
  return { ...after, states };
}

/** The state with other sources. */
export function withSources(state: LocaleState, sources: Readonly<Record<string, TextSource>>): LocaleState {
  const { sources: _sources, ...rest } = state;
  return Object.keys(sources).length === 0 ? rest : { ...rest, sources };
}

/** The texts of an earlier revision of the source, from the version history; null for the newest revision. */
async function olderTexts(
  { tx, type, before }: EntryWrite,
  {
    source,
    sourceId,
    translatedFrom: revision,
  }: { source: LocaleState | undefined; sourceId: string | null; translatedFrom: number | undefined },
): Promise<((address: string) => TextSource) | null> {
  if (source === undefined || revision === undefined) return null;
  if (revision >= (source.live_revision ?? source.revision)) return null;
  const version = await findVersionUpTo(tx.db, entryItem(tx.db.releaseId, before.id, sourceId), revision);
  const { own } = splitValues(type, (version?.values ?? {}) as Record<string, unknown>);
  return (address) => ({ revision, hash: hashOf(own[address]) });
}

/** @throws invalid_field_value for a revision that the source doesn't have, and in the default locale */
export function checkTranslatedFrom(
  source: LocaleState | undefined,
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
