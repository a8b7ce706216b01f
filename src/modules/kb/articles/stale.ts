import type { ProjectContext } from '../../../core/context/index.ts';
import { countStale, findStale } from './repository.ts';

/**
 * Returns live articles whose review is overdue, the longest overdue first, and their number (up to 1,000).
 */
export async function staleArticles({ db, now }: ProjectContext, limit: number) {
  const [records, count] = await Promise.all([findStale(db, now, limit), countStale(db, now, 1_000)]);
  return {
    count,
    data: records.map(({ _id: id, slug, draft, review_due_at }) => ({
      id,
      slug,
      title: draft.title,
      review_due_at: review_due_at.toISOString(),
    })),
  };
}
