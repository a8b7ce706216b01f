import type { ProjectContext } from '../../../core/context/index.ts';
import { servedTerm } from '../../taxonomy/locales/served.ts';
import { containerRef, loadKbStructure } from '../structure/structure.ts';
import { collectionTaxonomy, sectionTaxonomy } from '../structure/taxonomies.ts';
import { kbListLocale } from './listed-locale.ts';
import { countByContainer, type EditorListArticle, findAll } from './repository.ts';
import { serializeOutlineArticle } from './row.ts';
import type { KbOutline } from './schema.ts';

/** Maximum articles in a response; nobody orders more manually. */
const articlesMax = 2_000;

/**
 * Returns the whole knowledge base in its order, including drafts, with the number of articles in each
 * container. Titles and states are those of the locale of the request.
 * @throws unknown_locale
 */
export async function readOutline(context: ProjectContext): Promise<KbOutline> {
  const { db, now } = context;
  const locale = kbListLocale(context);
  const [collections, counts, articles] = await context.withConcurrencyLimit(() =>
    Promise.all([
      loadKbStructure(context),
      countByContainer(db),
      findAll(db, articlesMax + 1, locale?.titles ?? null),
    ]),
  );
  const storedCount = (id: string) => counts.get(id) ?? 0;
  const data = collections.map(({ record, count, sections }) => ({
    ...containerRef(servedTerm(record, collectionTaxonomy, locale)),
    article_count: count,
    stored_count: sections.reduce(
      (sum, section) => sum + storedCount(section.record._id),
      storedCount(record._id),
    ),
    sections: sections.map((section) => ({
      ...containerRef(servedTerm(section.record, sectionTaxonomy, locale)),
      article_count: section.count,
      stored_count: storedCount(section.record._id),
    })),
  }));
  const page = articles.slice(0, articlesMax).sort(comparePositions);
  return {
    data,
    articles: page.map((article) =>
      serializeOutlineArticle(article, { now, project: context.project, locale }),
    ),
    has_more: articles.length > articlesMax,
  };
}

type PositionedArticle = Pick<EditorListArticle, '_id' | 'draft'>;

/** Compares by position; equal positions by id, which grows with the time of creation. */
export function comparePositions(a: PositionedArticle, b: PositionedArticle): number {
  return a.draft.position - b.draft.position || (a._id < b._id ? -1 : 1);
}
