import { isDeepStrictEqual } from 'node:util';
import type { LocaleRecord, TranslationLocale } from '../../../core/context/index.ts';
import {
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

/** The record after a write, with what its changed texts were written from, and the keys of its translation states. */
export function withTranslations<R extends TermRecord>(
  kind: Kind<R>,
  list: readonly LocaleRecord[],
  { before, after }: { before: R | null; after: R },
): R {
  const sources = Object.fromEntries(
    list.slice(1).flatMap((locale) => {
      const own = after.locales?.[locale.id];
      if (own === undefined) return [];
      const ownBefore = before?.locales?.[locale.id] ?? {};
      const ofLocale = textKeys(kind).flatMap((key) => {
        if (own[key] == null) return [];
        const stored = after.locale_sources?.[locale.id]?.[key];
        const isChanged = !isDeepStrictEqual(own[key], ownBefore[key]);
        const source = isChanged ? textSource(after, key, { list, locale }) : stored;
        return source === undefined ? [] : [[key, source] as const];
      });
      return ofLocale.length === 0 ? [] : [[locale.id, Object.fromEntries(ofLocale)] as const];
    }),
  );
  return withTranslationKeys(kind, list, withSources(after, sources));
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
