import type { ProjectContext } from '../../../core/context/index.ts';
import type { DbLocale } from '../../../core/mongo/index.ts';
import { furtherLocaleId, servedChain } from '../../../projects/index.ts';
import { servedTerm } from '../../taxonomy/locales/served.ts';
import { reviewDates } from '../freshness.ts';
import { containerRef, loadKbStructure } from '../structure/structure.ts';
import { collectionTaxonomy, sectionTaxonomy } from '../structure/taxonomies.ts';
import { countByContainer, type EditorListArticle, findAll, type LocaleListArticle } from './repository.ts';
import { serializeOutlineArticle } from './row.ts';
import type { KbOutline } from './schema.ts';

/** More articles than a person orders manually. */
const articlesMax = 2_000;

/**
 * Returns the whole knowledge base in its order, including drafts, with the number of articles in each
 * container. Titles and states are those of the locale of the request.
 * @throws unknown_locale
 */
export async function readOutline(context: ProjectContext): Promise<KbOutline> {
  const { db, now } = context;
  const locale = outlineLocale(context);
  const [collections, counts, articles] = await context.withConcurrencyLimit(() =>
    Promise.all([
      loadKbStructure(context),
      countByContainer(db),
      findAll(db, articlesMax + 1, locale?.chain ?? null),
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
      serializeOutlineArticle(articleIn(article, locale === null ? null : context.project), now),
    ),
    has_more: articles.length > articlesMax,
  };
}

/** The further locale of the request; null for the default one. @throws unknown_locale */
function outlineLocale(context: ProjectContext): Pick<DbLocale, 'chain' | 'isDefault'> | null {
  const id = furtherLocaleId(context);
  return id === null ? null : { chain: servedChain(context.project.locales.list, id), isDefault: false };
}

/** A listed article; in a further locale with the dates of its freshness there. */
function articleIn(
  { live_at = null, ...article }: LocaleListArticle,
  project: Pick<ProjectContext['project'], 'reviewIntervalDays'> | null,
): EditorListArticle {
  const listed = { ...article, live_at };
  if (project === null) return listed;
  const { changed_at, updated_at, last_reviewed_at = null, interval_days } = article;
  const days = interval_days ?? project.reviewIntervalDays;
  return { ...listed, ...reviewDates(changed_at ?? updated_at, last_reviewed_at, days) };
}

type PositionedArticle = Pick<EditorListArticle, '_id' | 'draft'>;

/** Compares by position; equal positions by id, which grows with the time of creation. */
export function comparePositions(a: PositionedArticle, b: PositionedArticle): number {
  return a.draft.position - b.draft.position || (a._id < b._id ? -1 : 1);
}
