import type { DueItem, DueQuery, LocaleContentCounts } from '../../../core/context/index.ts';
import {
  type CollectionSpec,
  dueIndexes,
  grantedBy,
  namedBy,
  ofModules,
  projectCollection,
  type ProjectDb,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import { rows, type ScopedCollection } from '../../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import {
  findDueRows,
  nextDateOf,
  upcoming,
  visible,
  visiblePeriodProjection,
} from '../../../lifecycle/index.ts';
import type { ArticleLocaleRow } from '../locales/row.ts';
import { localeRowsName } from './names.ts';
import type { AnyArticle } from './repository.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';

type Row = ArticleLocaleRow<ArticleValues>;

const scope = { project_id: 1, locale: 1, module: 1 } as const;
const newest = { live_at: -1, _id: 1, live_until: 1 } as const;

/** The rows of all locales. Reads in one locale open them as `articles` (core/mongo/scope/scoped.ts). */
export const articleLocales = namedBy(
  ofModules(
    grantedBy(
      projectCollection<Row>(localeRowsName, [
        { key: { project_id: 1, id: 1, locale: 1 }, name: 'by_id', unique: true },
        { key: { ...scope, ...newest }, name: 'newest_seen' },
        { key: { ...scope, facets: 1, ...newest }, name: 'facets_seen' },
        { key: { ...scope, words: 1, ...newest }, name: 'words_seen' },
        {
          key: {
            ...scope,
            'live.shelf': 1,
            'live.position': 1,
            created_at: 1,
            _id: 1,
            ...visiblePeriodProjection,
          },
          name: 'in_container',
          partialFilterExpression: { module: 'kb' },
        },
        {
          key: { ...scope, aging_at: 1, review_due_at: 1 },
          name: 'reviews_due',
          partialFilterExpression: { module: 'kb' },
        },
        ...dueIndexes,
      ]),
      { areas: ['blog'], rows: { module: 'blog' } },
      { areas: ['kb'], rows: { module: 'kb' } },
    ),
    'blog',
    'kb',
  ),
  ...['art_', 'blog', 'blog-counts', 'blog-counts:', 'kba_', 'kb', 'kb-counts', 'kb-counts:'],
);

/** The rows of all locales, for statements that concern all of them. */
export function openLocaleRows(db: ProjectDb): ScopedCollection<Row> {
  return rows(db.inLocale(null), articleLocales);
}

/** The rows of all locales, which have the keys of articles. */
export function openRowsAsArticles(db: ProjectDb): ScopedCollection<AnyArticle> {
  return openLocaleRows(db) as unknown as ScopedCollection<AnyArticle>; // rows extend articles
}

/** Stores the rows of an article after a change, and removes those of locales that it no longer has. */
export async function storeArticleRows<V extends ArticleValues>(
  db: ProjectDb,
  { id, rows: newRows }: { id: string; rows: readonly ArticleLocaleRow<V>[] },
): Promise<void> {
  const locales = newRows.map(({ locale }) => locale);
  await openLocaleRows(db).deleteMany({ id, locale: { $nin: locales } });
  await openLocaleRows(db).putMany(newRows);
}

/** The rows of articles in all locales. */
export async function findArticleRows<V extends ArticleValues>(
  db: ProjectDb,
  ids: readonly string[],
): Promise<ArticleLocaleRow<V>[]> {
  const articleRows = await openLocaleRows(db).find({ id: { $in: [...ids] } });
  return articleRows as unknown as ArticleLocaleRow<V>[]; // the module of the articles determines V
}

/** @returns the number of deleted rows */
export function deleteArticleRows(db: ProjectDb, ids: readonly string[]): Promise<number> {
  return openLocaleRows(db).deleteMany({ id: { $in: [...ids] } });
}

/** Counts the articles of a module with content in a locale by their state there. */
export async function countArticleRows(
  db: ProjectDb,
  { module, locale, now }: { module: Row['module']; locale: string; now: Date },
): Promise<LocaleContentCounts> {
  const filter = { module, locale };
  const [all = 0, live = 0, scheduled = 0] = await openLocaleRows(db).countEach([
    filter,
    { ...filter, ...visible(now) },
    { ...filter, ...upcoming(now) },
  ]);
  return { live, scheduled, drafts: all - live - scheduled };
}

/** The earliest date still to come in a further locale, or null. */
export function nextRowDate(
  db: ProjectDb,
  { module }: Pick<ArticleRecord<ArticleValues>, 'module'>,
  now: Date,
): Promise<Date | null> {
  return nextDateOf(openLocaleRows(db), now, { module });
}

/** Articles of all projects with a due date in a further locale, earliest first. */
export async function findDueArticleRows(
  system: SystemDb,
  { module }: Pick<ArticleRecord<ArticleValues>, 'module'>,
  query: DueQuery,
): Promise<DueItem[]> {
  type OwnedRow = Row & { project_id: string };
  const dueRows = await findDueRows(unscopedRows(system, articleLocales as CollectionSpec<OwnedRow>), query, {
    module,
  });
  return dueRows.map(({ _id: row, id = '', project_id: projectId, at }) => {
    return { projectId, releaseId: null, id, at, row };
  });
}
