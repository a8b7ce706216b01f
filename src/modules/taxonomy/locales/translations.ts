import { isDeepStrictEqual } from 'node:util';
import { itemAction } from '../../../contract/events/audit-actions.ts';
import type {
  LocaleRecord,
  TranslationItem,
  TranslationKind,
  TranslationListQuery,
  TranslationLocale,
  TranslationStateOf,
} from '../../../core/context/index.ts';
import {
  hashOf,
  sourceOf,
  type TextSource,
  type Translation,
  translationKey,
  translationOf,
} from '../../../lifecycle/index.ts';
import { countTermTranslations, findTerm, findTermTranslations, replaceTerm } from '../repository.ts';
import type { TermRecord } from '../schema.ts';
import type { Taxonomy } from '../taxonomy.ts';
import { revisionIn } from './served.ts';
import { lastRevision } from './revisions.ts';

type Kind<R extends TermRecord> = Taxonomy<R>;
type Values = Readonly<Record<string, unknown>>;

/** The keys whose texts are translated. */
function textKeys<R extends TermRecord>({ localized }: Kind<R>): string[] {
  return localized.filter((key) => key !== 'seo');
}

/** The own values of a locale; those of the default locale are the record's own keys. */
function valuesIn(record: TermRecord, id: string | null, list: readonly LocaleRecord[]): Values | undefined {
  return id === list[0]?.id ? (record as unknown as Values) : record.locales?.[id ?? ''];
}

/** The translation state of a term in a locale; null if it has no text to translate. */
function termTranslation<R extends TermRecord>(
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
function textSource(record: TermRecord, key: string, { list, locale }: TranslationLocale): TextSource {
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

function withSources<R extends TermRecord>(record: R, sources: NonNullable<TermRecord['locale_sources']>): R {
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
  const edited = Object.values(record.locale_revisions ?? {}).map(({ updated_at: at }) => at.getTime());
  const at = new Date(Math.max(record.updated_at.getTime(), ...edited));
  return { ...(rest as R), translation: { keys, at } };
}

/** The terms of a kind whose texts are translated. */
export function translatedTerms<R extends TermRecord>(kind: Kind<R>): TranslationKind {
  return {
    kind: kind.kind,
    idKind: kind.kind,
    async list({ db }, query) {
      const { terms, hasMore } = await findTermTranslations(db, kind.collection, query);
      const last = terms.at(-1);
      const next =
        hasMore && last?.translation !== undefined ? { at: last.translation.at, id: last._id } : null;
      return { items: terms.map((term) => listedTerm(kind, term, query)), next };
    },
    count: ({ db }, keys, max) => countTermTranslations(db, kind.collection, keys, max),
    async confirm(tx, { id, list, locale, fields }) {
      const before = await findTerm(tx.db, kind.collection, id);
      if (before === null) return null;
      const after = withTranslationKeys(kind, list, confirmedTerm(kind, before, { list, locale, fields }));
      const result = { ...stateOf(kind, after, { list, locale }), fields: textKeys(kind) };
      if (isDeepStrictEqual(before.locale_sources, after.locale_sources)) return { ...result, audit: null };
      await replaceTerm(tx.db, kind.collection, { before, after });
      const subject = { kind: kind.kind, id, title: kind.nameOf(before) };
      const action = itemAction(kind.kind, 'changed');
      return {
        ...result,
        audit: { action, subject, revision: lastRevision(before), changed: ['translation'] },
      };
    },
  };
}

function confirmedTerm<R extends TermRecord>(
  kind: Kind<R>,
  record: R,
  { fields, ...target }: TranslationLocale & { fields: readonly string[] | undefined },
): R {
  const { id } = target.locale;
  const own = record.locales?.[id] ?? {};
  const keys = textKeys(kind).filter((key) => own[key] != null && fields?.includes(key) !== false);
  const stored = record.locale_sources?.[id] ?? {};
  const present = keys.flatMap((key) => {
    const source = textSource(record, key, target);
    return stored[key]?.hash === source.hash ? [] : [[key, source] as const];
  });
  if (present.length === 0) return record;
  const sources = { ...stored, ...Object.fromEntries(present) };
  return withSources(record, { ...record.locale_sources, [id]: sources });
}

function stateOf<R extends TermRecord>(
  kind: Kind<R>,
  record: R,
  target: TranslationLocale,
): TranslationStateOf {
  const translation = termTranslation(kind, record, target);
  return {
    id: record._id,
    state: translation?.state ?? null,
    missing_fields: [...(translation?.missing ?? [])],
    outdated_fields: [...(translation?.outdated ?? [])],
  };
}

/** Terms are served in every locale, so `live` says whether the locale has own texts. */
function listedTerm<R extends TermRecord>(
  kind: Kind<R>,
  record: R,
  { list, locale }: TranslationListQuery,
): TranslationItem {
  const sourceId = sourceOf(list, locale) ?? '';
  const source = valuesIn(record, sourceId, list) ?? {};
  const { revision } = revisionIn(record, { id: sourceId, isDefault: sourceId === list[0]?.id });
  const name = source[kind.nameKey];
  return {
    type: null,
    title: typeof name === 'string' && name !== '' ? name : kind.nameOf(record),
    ...stateOf(kind, record, { list, locale }),
    source: { locale: list.find(({ id }) => id === sourceId)?.code ?? '', revision },
    live: record.locales?.[locale.id] !== undefined,
    updated_at: (record.translation?.at ?? record.updated_at).toISOString(),
    url: `${kind.urlOf(record.slug) ?? `${kind.path}/${record.slug}`}?locale=${locale.code}`,
  };
}
