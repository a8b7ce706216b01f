import { type ProjectContext, withDocuments, withoutTime } from '../../../core/context/index.ts';
import { isVisible, serveItem, storedItem, withServedRows } from '../../../lifecycle/index.ts';
import { fallbackChain } from '../../../projects/index.ts';
import type { ArticleModule } from '../module.ts';
import { findArticles } from '../store/repository.ts';
import type { ArticleRecord, ArticleValues } from '../store/schema.ts';
import { type ArticleLocaleRow, basisOf, reviewedIn } from './row.ts';
import { articleForm, articleParts } from './values.ts';

/** The part of the context that reading articles in a locale needs. */
export type ArticleReader = Pick<ProjectContext, 'db' | 'project' | 'now' | 'locale'>;

/** An article with the values, dates and revision of one locale. `live` is null where it is not served. */
export interface ServedArticle<V extends ArticleValues> {
  record: ArticleRecord<V>;
  /** The document, with all locales. */
  stored: ArticleRecord<V>;
  /** The id of the locale that is served. */
  locale: string;
  /** The locale of each value that is not of the served one, by address. */
  fallbacks: Readonly<Record<string, string>>;
}

/** The context that reads rows of the requested locale, or the stored documents without one. */
export function withArticleRows<C extends ProjectContext>(context: C): C {
  return withServedRows(context);
}

/** The context that reads stored articles, from which the values of a further locale are derived. */
export function withArticleDocuments<C extends ArticleReader>(context: C): C {
  const documents = withDocuments(context);
  return context.db.readsLocaleRows ? withoutTime(documents) : documents;
}

/** An article as the locale of the context shows it; unchanged without a further locale. */
export function serveArticle<V extends ArticleValues>(
  context: ArticleReader,
  module: ArticleModule<V>,
  stored: ArticleRecord<V>,
): ServedArticle<V> {
  const { locale, project } = context;
  const { list } = project.locales;
  if (locale === undefined || locale.isDefault)
    return { record: stored, stored, locale: list[0]?.id ?? '', fallbacks: {} };
  const chain = fallbackChain(list, locale.chain[0]);
  const request = { record: stored, id: stored._id, chain, mode: locale.mode };
  const { item, ...served } = serveItem<V, ArticleRecord<V>>(context, articleForm(module), request);
  const slug = item.live?.slug ?? slugIn(module, stored, { id: served.locale, list });
  const record = { ...item, slug, ...reviewedIn(stored, served.locale, list) };
  return { record: { ...record, ...module.derivedKeys?.(record, project) }, stored, ...served };
}

/** The slug of an article in a locale. */
function slugIn<V extends ArticleValues>(
  module: ArticleModule<V>,
  record: ArticleRecord<V>,
  { id, list }: { id: string; list: ProjectContext['project']['locales']['list'] },
): string {
  const slug = storedItem(record, articleParts(module), list).states.get(id)?.draft['slug'];
  return typeof slug === 'string' && slug !== '' ? slug : record.slug;
}

/**
 * Whether a read may find an article by a slug: that of the requested locale, or of one that readers see. Writes find
 * an article by a slug of any locale.
 */
export function isReadableSlug<V extends ArticleValues>(
  { project, locale, now, db }: ArticleReader,
  module: ArticleModule<V>,
  { record, slug }: { record: ArticleRecord<V>; slug: string },
): boolean {
  if (record.locale_slugs === undefined || record._id === slug || db.readsDrafts) return true;
  const { list } = project.locales;
  const requested = locale?.chain[0] ?? list[0]?.id ?? '';
  const { states } = storedItem(record, articleParts(module), list);
  return [...states].some(
    ([id, state]) => state.draft['slug'] === slug && (id === requested || isVisible(state, now)),
  );
}

/** A row of a list: a row of a locale, or a document. */
type ListedRow = { _id: string; slug: string; live: unknown } & Partial<
  Pick<ArticleLocaleRow<ArticleValues>, 'id' | 'locale' | 'basis' | 'valid_until' | 'fallbacks'>
>;

/**
 * Rows of a list with the id of their article and the values that are served now: a value whose source has started or
 * ended since the row was written is derived from the document.
 */
export async function currentArticles<V extends ArticleValues, R extends ListedRow>(
  context: ArticleReader,
  module: ArticleModule<V>,
  rows: readonly R[],
): Promise<R[]> {
  if (!context.db.readsLocaleRows) return [...rows];
  const isOutdated = outdatedRows(context);
  const ids = rows.filter(isOutdated).map(({ id = '' }) => id);
  const documents = ids.length === 0 ? [] : await findArticles(withArticleDocuments(context).db, module, ids);
  const byId = new Map(documents.map((record) => [record._id, record]));
  return rows.flatMap((row): R[] => {
    const { id: _id = '' } = row;
    const stored = byId.get(_id);
    if (!isOutdated(row) || stored === undefined) return [{ ...row, _id }];
    const { record, fallbacks } = serveArticle(context, module, stored);
    return record.live === null ? [] : [{ ...row, _id, slug: record.slug, live: record.live, fallbacks }];
  });
}

function outdatedRows({ db, now, project }: ArticleReader): (row: ListedRow) => boolean {
  const chain = fallbackChain(project.locales.list, db.locale?.chain[0] ?? '');
  return ({ basis, valid_until: until, locale = chain[0] }) => {
    if (basis === undefined) return false;
    if (db.asOf !== null || basis !== basisOf(chain.slice(chain.indexOf(locale)))) return true;
    return db.locale?.mode !== 'none' && until !== undefined && until <= now;
  };
}
