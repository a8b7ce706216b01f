import type { Filter } from 'mongodb';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { type AnyArticle, articles } from './repository.ts';
import type { ArticleValues } from './schema.ts';
import { type VisiblePeriodPath, visibleInSomeLocale } from '../../../lifecycle/index.ts';

export interface UseQuery {
  id: string;
  /** If set, only articles that readers see at this time, by their live values. */
  liveAt: Date | null;
  /** The field that has to contain the id; absent for any field. */
  field?: string;
  /** The article after which the page begins. */
  after?: string | null;
}

function useFilter({ id, liveAt, field, after }: UseQuery): Filter<AnyArticle> {
  const inField =
    liveAt === null
      ? {
          $or: [
            ...['draft', 'live', 'pending.values'].map((path) => ({ [`${path}.${field}`]: id })),
            { shared_uses: `${field}:${id}` },
          ],
        }
      : { [`live.${field}`]: id };
  return {
    refs: id,
    ...(liveAt === null ? {} : { live_refs: id, $and: [visibleInSomeLocale(liveAt)] }),
    ...(field === undefined ? {} : inField),
    ...(after == null ? {} : { _id: { $gt: after } }),
  };
}

type ListedKey = '_id' | 'module' | 'slug' | VisiblePeriodPath | 'live_refs' | 'periods' | 'locales';

/** An article that refers to something, without its bodies. */
export type UsingArticle = Pick<AnyArticle, ListedKey> & {
  draft: Omit<ArticleValues, 'body'>;
  live: Omit<ArticleValues, 'body'> | null;
  pending?: { values: Omit<ArticleValues, 'body'> };
};

/** Returns articles of both modules that refer to something, by id. */
export function findUses(db: ProjectDb, query: UseQuery, limit: number): Promise<UsingArticle[]> {
  return rows(db, articles).find(useFilter(query), {
    sort: { _id: 1 },
    limit,
    projection: {
      words: 0,
      more_words: 0,
      facets: 0,
      refs: 0,
      'draft.body': 0,
      'live.body': 0,
      'pending.values.body': 0,
    },
  });
}

/** Returns those of the ids that an article in any state contains, with one index read for each. */
export async function findReferencedIds(db: ProjectDb, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const counts = await rows(db, articles).countEach(
    ids.map((id) => ({ refs: id })),
    1,
  );
  return new Set(ids.filter((_id, i) => counts[i] === 1));
}

export function countUses(db: ProjectDb, query: UseQuery, cap: number): Promise<number> {
  return rows(db, articles).count(useFilter(query), cap);
}
