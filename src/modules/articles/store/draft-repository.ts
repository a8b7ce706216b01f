import type { Document } from 'mongodb';
import { comingIndexes, type ProjectDb, type Within } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { openRowsAsArticles } from './locale-repository.ts';
import { type AnyArticle, articles } from './repository.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';
import {
  comingDates,
  datesWithin,
  type Period,
  type SelectedItem,
  visiblePeriodProjection,
} from '../../../lifecycle/index.ts';

/**
 * An article in a list of drafts, without bodies. `is_changed` means that the draft differs from what is
 * live.
 */
export type ListedDraft<V extends ArticleValues> = Omit<ArticleRecord<V>, 'draft' | 'live'> & {
  draft: Omit<V, 'body'>;
  live: null;
  is_changed: boolean;
  /** Whether the draft of a further locale differs from what is live there, by its id. */
  changed_in?: Readonly<Record<string, boolean>>;
};

/** Paths of the sort orders whose name is not their path. */
const paths: Readonly<Record<string, string>> = { title: 'sort_key', position: 'draft.position' };

export async function findArticleDrafts<V extends ArticleValues>(
  db: ProjectDb,
  query: {
    filter: Within<AnyArticle>;
    sort: string;
    skip: number;
    limit: number;
    /** Ids of the further locales that the list shows. */
    locales: readonly string[];
  },
): Promise<ListedDraft<V>[]> {
  const { filter, sort, skip, limit, locales } = query;
  const changedIn = locales.map((id): [string, Document] => [
    `changed_in.${id}`,
    { $ne: [`$locales.${id}.draft`, `$locales.${id}.live`] },
  ]);
  const hiddenPaths = ['draft.body', 'live', 'pending.values', 'pending.shared'];
  const hiddenInLocales = locales.flatMap((id) =>
    hiddenPaths.map((path): [string, 0] => [`locales.${id}.${path}`, 0]),
  );
  const name = sort.replace(/^-/, '');
  const path = paths[name] ?? name;
  const direction = sort.startsWith('-') ? -1 : 1;
  return rows(db, articles).aggregate<ListedDraft<V>>(filter, [
    ...(name === 'title' ? [{ $set: { sort_key: { $toLower: '$draft.title' } } }] : []),
    { $sort: { [path]: direction, _id: direction } },
    { $skip: skip },
    { $limit: limit },
    { $set: { is_changed: { $ne: ['$draft', '$live'] }, live: null, ...Object.fromEntries(changedIn) } },
    {
      $project: {
        'draft.body': 0,
        'pending.values': 0,
        ...(locales.length === 0 ? { locales: 0 } : Object.fromEntries(hiddenInLocales)),
        shared_live: 0,
        words: 0,
        more_words: 0,
        facets: 0,
        refs: 0,
        live_refs: 0,
        sort_key: 0,
      },
    },
  ]);
}

export function countArticles(db: ProjectDb, filter: Within<AnyArticle>, cap: number): Promise<number> {
  return rows(db, articles).count(filter, cap);
}

/**
 * The first `max` articles, last changed first, each with the dates between which readers see it: in a further locale, if
 * one is given.
 */
export async function findSelectedArticles(
  db: ProjectDb,
  filter: Within<AnyArticle>,
  { max, locale }: { max: number; locale: string | null },
): Promise<SelectedItem[]> {
  const inLocale = locale === null ? {} : { periods: 1 };
  const projection = { _id: 1, ...visiblePeriodProjection, ...inLocale } as const;
  const options = { sort: { updated_at: -1, _id: -1 }, limit: max, projection } as const;
  return (await rows(db, articles).find(filter, options)).map(({ _id, periods = [], ...period }) => {
    if (locale === null) return { id: _id, ...period };
    const { live_at = null, live_until } = periods.find((one) => one.locale === locale) ?? {};
    return { id: _id, live_at, ...(live_until === undefined ? {} : { live_until }) };
  });
}

const homeFields = {
  slug: 1,
  module: 1,
  status: 1,
  ...visiblePeriodProjection,
  kept_until: 1,
  'pending.at': 1,
  updated_at: 1,
  'draft.title': 1,
};

/** Returns the title of an article of either module, or null. */
export async function findArticleTitle(db: ProjectDb, id: string): Promise<string | null> {
  const article = await rows(db, articles).findOne({ _id: id }, { projection: { 'draft.title': 1 } });
  return article?.draft.title ?? null;
}

/** Returns the articles that were changed last, from the index of each module. */
export async function findLastEdited(
  db: ProjectDb,
  limit: number,
): Promise<(AnyArticle & { is_changed?: boolean })[]> {
  const sort = { updated_at: -1, _id: -1 } as const;
  const projection = { ...homeFields, is_changed: { $ne: ['$draft', '$live'] } };
  const pages = await Promise.all(
    (['blog', 'kb'] as const).map((module) => {
      return rows(db, articles).find({ module }, { sort, limit, projection });
    }),
  );
  return pages.flat();
}

/** An article of a short list. */
export type NamedArticle = AnyArticle & {
  is_changed?: boolean;
  /** The id of the further locale of its dates. */
  locale?: string;
};

interface DatesOptions {
  limit: number;
  /** Ids of the further locales of the project, whose dates are in rows. */
  locales: readonly string[];
}

/** Returns the articles that start, change or end in a period, the earliest of each kind first. */
export async function findInPeriod(db: ProjectDb, period: Period, { limit, locales }: DatesOptions) {
  const pages = await Promise.all(
    datedRows(db, locales).flatMap(({ collection, inLocale, fields }) =>
      datesWithin(period).map(async ({ what, path, rows: filter }, i) => {
        const hint = comingIndexes[i] ?? 'coming';
        const options = { sort: { [path]: 1 } as const, hint, limit };
        const projection = { ...fields, at: `$${path}` };
        const page = await collection.find({ ...filter, ...inLocale }, { ...options, projection });
        return page.map((article) => ({ ...(article as NamedArticle & { at: Date }), what })); // as projected
      }),
    ),
  );
  return pages.flat();
}

/** Returns the articles that start, change or end next, the earliest of each kind first. */
export async function findUpcoming(
  db: ProjectDb,
  now: Date,
  { limit, locales }: DatesOptions,
): Promise<NamedArticle[]> {
  const pages = await Promise.all(
    datedRows(db, locales).flatMap(({ collection, inLocale, fields }) =>
      comingDates(now).map(({ path, rows: filter }) =>
        collection.find({ ...filter, ...inLocale }, { sort: { [path]: 1 }, limit, projection: fields }),
      ),
    ),
  );
  return pages.flat();
}

/** The collections with dates: articles, and the rows of further locales, whose own id names the locale too. */
function datedRows(db: ProjectDb, locales: readonly string[]) {
  const documents = { collection: rows(db, articles), inLocale: {}, fields: homeFields };
  if (locales.length === 0) return [documents];
  const fields = { ...homeFields, _id: '$id', locale: 1 };
  return [
    documents,
    { collection: openRowsAsArticles(db), inLocale: { locale: { $in: [...locales] } }, fields },
  ];
}
