import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from '@sinclair/typebox';
import { itemAction } from '../../../contract/events/audit-actions.ts';
import type {
  ItemTexts,
  TranslationItem,
  TranslationKind,
  TranslationListQuery,
  TranslationLocale,
  TranslationStateOf,
} from '../../../core/context/index.ts';
import { bodyChecker } from '../../../core/http/index.ts';
import { checkSequence, sourceOf, textPairsOf } from '../../../lifecycle/index.ts';
import { countTermTranslations, findTerm, findTermTranslations, replaceTerm } from '../repository.ts';
import type { TermRecord } from '../schema.ts';
import type { Taxonomy } from '../taxonomy.ts';
import { changeTerm } from '../write.ts';
import { lastRevision } from './revisions.ts';
import { revisionIn } from './served.ts';
import {
  termTranslation,
  textKeys,
  textSource,
  valuesIn,
  withSources,
  withTranslationKeys,
} from './translations.ts';
import type { TermBody, TermSource } from './write.ts';

type Kind<R extends TermRecord> = Taxonomy<R>;

/** The terms of a kind whose texts are translated. */
export function translatedTerms<R extends TermRecord>(
  { kind, values: mergeValues }: TermSource<R>,
  changeSchema: TSchema,
): TranslationKind {
  const checkBody = bodyChecker(changeSchema);
  return {
    kind: kind.kind,
    async list({ db }, query) {
      const { items, next } = await findTermTranslations(db, kind.collection, query);
      return { items: items.map((term) => listedTerm(kind, term, query)), next };
    },
    async readTexts({ db }, { id, ...target }) {
      const record = await findTerm(db, kind.collection, id);
      return record === null ? null : textsOf(kind, record, target);
    },
    async writeTexts(context, { id, locale, values, sequence }) {
      const body = checkBody(Object.fromEntries(values));
      const source: TermSource<R> = {
        kind,
        values: async (tx, before, sent) => {
          const record = await findTerm(tx.db, kind.collection, id);
          if (record !== null) checkSequence(lastRevision(record), sequence);
          return mergeValues(tx, before, sent);
        },
      };
      await changeTerm({ ...context, writtenLocale: locale.code }, source, id, body as TermBody);
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

/** Terms have no drafts: the texts are what readers see. */
function textsOf<R extends TermRecord>(kind: Kind<R>, record: R, target: TranslationLocale): ItemTexts {
  const { list, locale } = target;
  const sourceId = sourceOf(list, locale) ?? '';
  const texts = new Map(textKeys(kind).map((key) => [key, key]));
  return {
    revision: revisionIn(record, { id: sourceId, isDefault: sourceId === list[0]?.id }).revision,
    sequence: lastRevision(record),
    texts: textPairsOf(texts, {
      source: valuesIn(record, sourceId, list) ?? {},
      own: record.locales?.[locale.id] ?? {},
      sources: record.locale_sources?.[locale.id] ?? {},
    }),
  };
}

function confirmedTerm<R extends TermRecord>(
  kind: Kind<R>,
  record: R,
  { fields, ...target }: TranslationLocale & { fields: readonly string[] | undefined },
): R {
  const { id } = target.locale;
  const ownValues = record.locales?.[id] ?? {};
  const keys = textKeys(kind).filter((key) => ownValues[key] != null && fields?.includes(key) !== false);
  const sourcesBefore = record.locale_sources?.[id] ?? {};
  const newSources = keys.flatMap((key) => {
    const source = textSource(record, key, target);
    return sourcesBefore[key]?.hash === source.hash ? [] : [[key, source] as const];
  });
  if (newSources.length === 0) return record;
  const sources = { ...sourcesBefore, ...Object.fromEntries(newSources) };
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
