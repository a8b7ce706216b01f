import { isDeepStrictEqual } from 'node:util';
import type { LocaleRecord, TranslationLocale } from '../../../core/context/index.ts';
import {
  checkTranslatedFrom,
  hashOf,
  sourceOf,
  type TextSource,
  type Translation,
  translationKey,
  translationOf,
} from '../../../lifecycle/index.ts';
import type { TermRecord } from '../schema.ts';
import type { Taxonomy } from '../taxonomy.ts';
import { revisionIn } from './served.ts';

type Kind<R extends TermRecord> = Taxonomy<R>;
type Values = Readonly<Record<string, unknown>>;

/** The keys whose texts are translated. */
export function textKeys<R extends TermRecord>({ localized }: Kind<R>): string[] {
  return localized.filter((key) => key !== 'seo');
}

/** The own values of a locale; those of the default locale are the record's own keys. */
export function valuesIn(
  record: TermRecord,
  id: string | null,
  list: readonly LocaleRecord[],
): Values | undefined {
  return id === list[0]?.id ? (record as unknown as Values) : record.locales?.[id ?? ''];
}

/** The translation state of a term in a locale; null if it has no text to translate. */
export function termTranslation<R extends TermRecord>(
  kind: Kind<R>,
  record: TermRecord,
  { list, locale }: TranslationLocale,
): Translation | null {
  return translationOf({
    texts: textKeys(kind),
    source: valuesIn(record, sourceOf(list, locale), list) ?? {},
    own: record.locales?.[locale.id] ?? {},
    sources: record.locale_sources?.[locale.id] ?? {},
    isPartial: locale.partial,
  });
}

/** What a text of a term is written from. */
export function textSource(record: TermRecord, key: string, { list, locale }: TranslationLocale): TextSource {
  const id = sourceOf(list, locale) ?? '';
  const values = valuesIn(record, id, list);
  if (values === undefined) return { revision: 0, hash: '' };
  const { revision } = revisionIn(record, { id, isDefault: id === list[0]?.id });
  return { revision, hash: hashOf(values[key]) };
}

/** The locales of a write, and the revisions of the source from which their texts were written. */
export interface WrittenTexts {
  list: readonly LocaleRecord[];
  written: readonly {
    locale: LocaleRecord;
    isDefault: boolean;
    /** What comes before the params of errors. */
    prefix: string;
    translatedFrom?: number | undefined;
  }[];
}

/** @throws invalid_field_value for a `translated_from` that the source doesn't have, and in the default locale */
export function checkWrittenTexts(after: TermRecord, { list, written }: WrittenTexts): void {
  for (const { locale, isDefault, prefix, translatedFrom } of written) {
    const id = sourceOf(list, locale) ?? '';
    const hasSource = valuesIn(after, id, list) !== undefined;
    const source = hasSource ? revisionIn(after, { id, isDefault: id === list[0]?.id }) : undefined;
    const { code } = locale;
    checkTranslatedFrom(source, { ...(isDefault ? {} : { code }), isDefault, translatedFrom, prefix });
  }
}

/**
 * The record after a write, with what its changed texts were written from, and the keys of its translation states.
 * @throws invalid_field_value for a `translated_from` that the source doesn't have, and in the default locale
 */
export function withTranslations<R extends TermRecord>(
  kind: Kind<R>,
  write: WrittenTexts,
  { before, after }: { before: R | null; after: R },
): R {
  checkWrittenTexts(after, write);
  const { list, written } = write;
  const sources = Object.fromEntries(
    list.slice(1).flatMap((locale) => {
      const own = after.locales?.[locale.id];
      if (own === undefined) return [];
      const ownBefore = before?.locales?.[locale.id] ?? {};
      const ofLocale = textKeys(kind).flatMap((key) => {
        if (own[key] == null) return [];
        const stored = after.locale_sources?.[locale.id]?.[key];
        const isChanged = !isDeepStrictEqual(own[key], ownBefore[key]);
        const from = written.find((one) => one.locale.id === locale.id)?.translatedFrom;
        const source = isChanged ? writtenFrom(after, key, { list, locale, translatedFrom: from }) : stored;
        return source === undefined ? [] : [[key, source] as const];
      });
      return ofLocale.length === 0 ? [] : [[locale.id, Object.fromEntries(ofLocale)] as const];
    }),
  );
  return withTranslationKeys(kind, list, withSources(after, sources));
}

/**
 * What a text was written from. Terms have no version history, so a text from an earlier revision counts as outdated
 * unless the hash of another text proves that the source has not changed since.
 */
function writtenFrom(
  record: TermRecord,
  key: string,
  { translatedFrom, ...target }: TranslationLocale & { translatedFrom: number | undefined },
): TextSource {
  const newest = textSource(record, key, target);
  if (translatedFrom === undefined || translatedFrom >= newest.revision) return newest;
  const { list, locale } = target;
  const siblings = list.filter((one) => sourceOf(list, one) === sourceOf(list, locale));
  const isUnchanged = siblings.some(({ id }) => {
    const text = record.locale_sources?.[id]?.[key];
    return text !== undefined && text.revision <= translatedFrom && text.hash === newest.hash;
  });
  return isUnchanged ? newest : { revision: translatedFrom, hash: '' };
}

export function withSources<R extends TermRecord>(
  record: R,
  sources: NonNullable<TermRecord['locale_sources']>,
): R {
  const { locale_sources: _sources, ...rest } = record;
  const own = Object.keys(sources).length === 0 ? {} : { locale_sources: sources };
  return { ...(rest as R), ...own };
}

/** The record with the keys by which an index finds its translation states. */
export function withTranslationKeys<R extends TermRecord>(
  kind: Kind<R>,
  list: readonly LocaleRecord[],
  record: R,
): R {
  const { translation: _translation, ...rest } = record;
  const keys = list.slice(1).flatMap((locale) => {
    const translation = termTranslation(kind, record, { list, locale });
    return translation === null ? [] : [translationKey(locale.id, translation.state)];
  });
  if (keys.length === 0) return rest as R; // R without an optional key
  const editTimes = Object.values(record.locale_revisions ?? {}).map(({ updated_at: at }) => at.getTime());
  const at = new Date(Math.max(record.updated_at.getTime(), ...editTimes));
  return { ...(rest as R), translation: { keys, at } };
}
