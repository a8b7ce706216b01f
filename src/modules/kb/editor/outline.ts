import type { ProjectContext } from '../../../core/context/index.ts';
import { containerRef, loadKbStructure } from '../structure/structure.ts';
import { countByContainer, type EditorListArticle, findAll } from './repository.ts';
import { serializeOutlineArticle } from './row.ts';
import type { KbOutline } from './schema.ts';

/** More articles than a person orders manually. */
const articlesMax = 2_000;

/**
 * Returns the whole knowledge base in its order, including drafts, with the number of articles in each
 * container.
 */
export async function readOutline(context: ProjectContext): Promise<KbOutline> {
  const { db, now } = context;
  const [collections, counts, articles] = await context.withConcurrencyLimit(() =>
    Promise.all([loadKbStructure(context), countByContainer(db), findAll(db, articlesMax + 1)]),
  );
  const storedCount = (id: string) => counts.get(id) ?? 0;
  const data = collections.map(({ record, count, sections }) => ({
    ...containerRef(record),
    article_count: count,
    stored_count: sections.reduce(
      (sum, section) => sum + storedCount(section.record._id),
      storedCount(record._id),
    ),
    sections: sections.map((section) => ({
      ...containerRef(section.record),
      article_count: section.count,
      stored_count: storedCount(section.record._id),
    })),
  }));
  const page = articles.slice(0, articlesMax).sort(comparePositions);
  return {
    data,
    articles: page.map((article) => serializeOutlineArticle(article, now)),
    has_more: articles.length > articlesMax,
  };
}

/** Compares by position; equal positions by id, which grows with the time of creation. */
export function comparePositions(a: EditorListArticle, b: EditorListArticle): number {
  return a.draft.position - b.draft.position || (a._id < b._id ? -1 : 1);
}
