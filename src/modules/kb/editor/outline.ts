import type { ProjectContext } from '../../../core/context/index.ts';
import { containerRef, loadKbStructure } from '../structure/structure.ts';
import { countByContainer, type EditorListArticle, findAll } from './repository.ts';
import { leafOf } from './row.ts';
import type { KbOutline } from './schema.ts';

/** More articles than a person orders manually. */
const articlesMax = 2_000;

/**
 * Returns the whole knowledge base in its order, including drafts, with the number of articles in each
 * container.
 */
export async function readOutline(context: ProjectContext): Promise<KbOutline> {
  const { db, now } = context;
  const [shelves, counts, found] = await context.withConcurrencyLimit(() =>
    Promise.all([loadKbStructure(db, now), countByContainer(db), findAll(db, articlesMax + 1)]),
  );
  const stored = (id: string) => counts.get(id) ?? 0;
  const data = shelves.map(({ record, count, sections }) => ({
    ...containerRef(record),
    article_count: count,
    stored_count: sections.reduce((sum, section) => sum + stored(section.record._id), stored(record._id)),
    sections: sections.map((section) => ({
      ...containerRef(section.record),
      article_count: section.count,
      stored_count: stored(section.record._id),
    })),
  }));
  const shown = found.slice(0, articlesMax).sort(inOrder);
  return {
    data,
    articles: shown.map((article) => leafOf(article, now)),
    has_more: found.length > articlesMax,
  };
}

/** Compares by position; equal positions by id, which grows with the time of creation. */
export function inOrder(a: EditorListArticle, b: EditorListArticle): number {
  return a.draft.position - b.draft.position || (a._id < b._id ? -1 : 1);
}
