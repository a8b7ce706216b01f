import type { ProjectDb } from '../platform/mongo/handle.ts';
import { rows, type Within } from '../platform/mongo/scoped.ts';
import { type AnyArticle, articles } from './repository.ts';
import type { ArticleRecord, ArticleValues } from './schema.ts';
import { scheduled } from '../publishing/service.ts';

/** An article in a list of drafts: without bodies; `is_changed`: not as it is live. */
export type ListedDraft<V extends ArticleValues> = Omit<ArticleRecord<V>, 'draft' | 'live'> & {
  draft: Omit<V, 'body'>;
  live: null;
  is_changed: boolean;
};

/** Where the orders of lists are found. */
const paths: Readonly<Record<string, string>> = { title: 'sort_key', position: 'draft.position' };

export async function findArticleDrafts<V extends ArticleValues>(
  db: ProjectDb,
  asked: { filter: Within<AnyArticle>; sort: string; skip: number; limit: number },
): Promise<ListedDraft<V>[]> {
  const { filter, sort, skip, limit } = asked;
  const name = sort.replace(/^-/, '');
  const path = paths[name] ?? name;
  const direction = sort.startsWith('-') ? -1 : 1;
  return rows(db, articles).aggregate<ListedDraft<V>>(filter, [
    ...(name === 'title' ? [{ $set: { sort_key: { $toLower: '$draft.title' } } }] : []),
    { $sort: { [path]: direction, _id: direction } },
    { $skip: skip },
    { $limit: limit },
    { $set: { is_changed: { $ne: ['$draft', '$live'] }, live: null } },
    { $project: { 'draft.body': 0, words: 0, more_words: 0, facets: 0, refs: 0, live_refs: 0, sort_key: 0 } },
  ]);
}

export function countArticles(db: ProjectDb, filter: Within<AnyArticle>, cap: number): Promise<number> {
  return rows(db, articles).count(filter, cap);
}

const shown = { slug: 1, module: 1, status: 1, live_at: 1, updated_at: 1, 'draft.title': 1 };

/** The articles that were changed last, the newest first, by the index of each module. */
export async function findLastEdited(db: ProjectDb, limit: number): Promise<AnyArticle[]> {
  const sort = { updated_at: -1, _id: -1 } as const;
  const found = await Promise.all(
    (['blog', 'kb'] as const).map((module) => {
      return rows(db, articles).find({ module }, { sort, limit, projection: shown });
    }),
  );
  return found.flat();
}

/** The articles that appear next, the earliest first. */
export function findComing(db: ProjectDb, now: Date, limit: number): Promise<AnyArticle[]> {
  return rows(db, articles).find(scheduled(now), { sort: { live_at: 1 }, limit, projection: shown });
}
