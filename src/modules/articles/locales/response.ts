import type { ErrorHints } from '../../../contract/errors/api-error.ts';
import type { TermLocaleKeys } from '../../../contract/listing.ts';
import type { LocaleRecord, ProjectContext } from '../../../core/context/index.ts';
import {
  publishedState,
  recordIn,
  storedItem,
  translationIn,
  visibleLocales,
  type WrittenLocale,
} from '../../../lifecycle/index.ts';
import type { ArticleModule } from '../module.ts';
import { findArticles } from '../store/repository.ts';
import type { ArticleLocaleState, ArticleRecord, ArticleValues } from '../store/schema.ts';
import { type ArticleReader, type ServedArticle, withArticleDocuments } from './serve.ts';
import { articleTextKeys } from './translation.ts';
import { articleParts, fallbackName } from './values.ts';

type SeenArticle = Pick<ArticleRecord<ArticleValues>, '_id' | 'live_at' | 'live_until' | 'periods'>;

/** The locales in which readers see an article, or, in previews, those with content; in project order. */
function localesSeeing(reader: ArticleReader, article: SeenArticle): LocaleRecord[] {
  return visibleLocales(reader, article._id, article);
}

/** The keys that a response in a locale adds, without `alternates`; none without a locale. */
export function localeKeysOf(
  context: ArticleReader,
  {
    article,
    locale,
    fallbacks = {},
    omits = [],
  }: {
    article: SeenArticle;
    locale: string;
    fallbacks?: Readonly<Record<string, string>> | undefined;
    /** Values that the response does not contain. */
    omits?: readonly string[];
  },
): TermLocaleKeys {
  if (context.locale === undefined) return {};
  const codes = new Map(context.project.locales.list.map(({ id, code }) => [id, code]));
  const namedFallbacks = Object.entries(fallbacks).flatMap(([address, id]) => {
    const [name, code] = [fallbackName(address), codes.get(id)];
    return name === undefined || code === undefined || omits.includes(name) ? [] : [[name, code] as const];
  });
  return {
    locale: codes.get(locale) ?? context.locale.code,
    locales: localesSeeing(context, article).map(({ code }) => code),
    fallbacks: Object.fromEntries(namedFallbacks),
  };
}

/** The article in each locale in which readers see it: its URL and its slug. */
function alternatesOf<V extends ArticleValues>(
  context: ArticleReader,
  module: ArticleModule<V>,
  stored: ArticleRecord<V>,
): Pick<TermLocaleKeys, 'alternates'> {
  const { states } = storedItem(stored, articleParts(module), context.project.locales.list);
  const alternates = localesSeeing(context, stored).map(({ id, code }) => {
    const own = states.get(id)?.draft['slug'];
    const slug = typeof own === 'string' && own !== '' ? own : stored.slug;
    return { locale: code, url: `${module.path}/${slug}?locale=${code}`, slug };
  });
  return { alternates };
}

/** All keys that a single read in a locale adds. */
export function singleKeys<V extends ArticleValues>(
  context: ArticleReader,
  module: ArticleModule<V>,
  { stored, locale, fallbacks }: ServedArticle<V>,
): TermLocaleKeys {
  if (context.locale === undefined) return {};
  return {
    ...localeKeysOf(context, { article: stored, locale, fallbacks }),
    ...alternatesOf(context, module, stored),
  };
}

/** A row of a list with what its keys of locales need. */
type KeyedRow = SeenArticle & { locale?: string; fallbacks?: Readonly<Record<string, string>> };

/** The keys of locales of each row of a list; null without a locale. */
export async function listKeys<V extends ArticleValues>(
  context: ArticleReader,
  module: ArticleModule<V>,
  rows: readonly KeyedRow[],
): Promise<TermLocaleKeys[] | null> {
  const { locale } = context;
  if (locale === undefined) return null;
  const ids = locale.hasAlternates ? rows.map(({ _id }) => _id) : [];
  const documents = ids.length === 0 ? [] : await findArticles(withArticleDocuments(context).db, module, ids);
  const byId = new Map(documents.map((record) => [record._id, record]));
  return rows.map((row) => {
    const stored = byId.get(row._id);
    const served = { locale: row.locale ?? locale.chain[0], fallbacks: row.fallbacks, omits: ['body'] };
    return {
      ...localeKeysOf(context, { article: row, ...served }),
      ...(stored === undefined ? {} : alternatesOf(context, module, stored)),
    };
  });
}

/** The hints of an error about an article that is not served in the requested locale. */
export function localeHints(
  context: ArticleReader,
  stored: SeenArticle | null,
): Pick<ErrorHints, 'locale' | 'locales'> {
  const { locale } = context;
  if (locale === undefined) return {};
  const readerLocales = stored === null ? [] : localesSeeing(context, stored);
  return { locale: locale.code, locales: readerLocales.map(({ code }) => code) };
}

/** An article with the list of locales of the write that stored it. */
interface WrittenRecord<V extends ArticleValues> {
  record: ArticleRecord<V>;
  written: WrittenLocale | null;
}

/** The article as the response of a write contains it: without fallback values. */
export function writtenRecord<V extends ArticleValues>(
  { now }: Pick<ProjectContext, 'now'>,
  module: ArticleModule<V>,
  { record, written }: WrittenRecord<V>,
): ArticleRecord<V> {
  if (written === null) return record;
  const { list, locale } = written;
  const parts = articleParts(module);
  const item = storedItem(record, parts, list);
  const view = recordIn<V, ArticleRecord<V>>(record, { item, locale: locale.id, parts, now });
  const slug = view.draft.slug === '' ? record.slug : view.draft.slug;
  return { ...view, slug };
}

/** The keys that name locales in the response of a write; none if the request names no locale. */
export function writtenKeysOf<V extends ArticleValues>(
  context: ProjectContext,
  module: ArticleModule<V>,
  { record, written }: WrittenRecord<V>,
): Pick<TermLocaleKeys, 'locale' | 'locales'> & { states?: Record<string, ArticleLocaleState> } {
  if (written === null) return {};
  const { list, locale } = written;
  const { now } = context;
  const reader = { ...context, project: { ...context.project, locales: { version: 0, list } } };
  const parts = articleParts(module);
  const item = storedItem(record, parts, list);
  const states = list.flatMap((one) => {
    const { id, code } = one;
    if (!item.states.has(id)) return [];
    const view = recordIn<V, ArticleRecord<V>>(record, { item, locale: id, parts, now });
    const { created_at: _created, updated_at: _updated, ...state } = publishedState(view, now);
    const translation = translationIn(item.states, one, { list, texts: articleTextKeys })?.state ?? null;
    return [[code, { ...state, translation }] as const];
  });
  return {
    locale: locale.code,
    locales: localesSeeing(reader, record).map(({ code }) => code),
    states: Object.fromEntries(states),
  };
}

/** The headers of the response of a write. `createdIn` is the path of the articles, for a creation. */
export function writtenDetails<V extends ArticleValues>(
  { writtenLocale }: Pick<ProjectContext, 'writtenLocale'>,
  { record, written }: WrittenRecord<V>,
  createdIn?: string,
): { revision: number; location?: string } {
  const { revision, slug } = record;
  if (createdIn === undefined) return { revision };
  const inLocale = writtenLocale === undefined || written === null ? '' : `?locale=${written.locale.code}`;
  return { revision, location: `${createdIn}/${slug}${inLocale}` };
}
