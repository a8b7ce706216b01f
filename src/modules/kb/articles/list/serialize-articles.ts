import {
  type ArticleView,
  collectBodyLinks,
  collectFieldLinks,
  draftView,
  liveView,
} from '../../../articles/serialize.ts';
import { earliest } from '../../../../contract/time.ts';
import { LinkBatch, type ResolvedTargets, resolveTargets } from '../../../../content/index.ts';
import type { ProjectContext } from '../../../../core/context/index.ts';
import { nextFreshnessChange } from '../../freshness.ts';
import { type CollectionNode, containerRef, loadKbStructure } from '../../structure/structure.ts';
import { countsAgeMaxMs, votedItem, type VotedItem, votesOf } from '../../votes/counts.ts';
import { kbArticle } from '../module.ts';
import type { ListedKbRecord } from '../repository.ts';
import type { KbArticleRecord, KbValues, ListedKbArticle, ReviewState } from '../schema.ts';
import {
  type ArticleContext,
  type ArticlePlacement,
  type KbArticleView,
  listedKbArticle,
  singleKbArticle,
} from '../serialize.ts';

/** The collection and section of articles, by container. */
export function articlePlacements(
  collections: readonly CollectionNode[],
): ReadonlyMap<string, ArticlePlacement> {
  const placements = new Map<string, ArticlePlacement>();
  for (const { record, sections } of collections) {
    const collection = containerRef(record);
    placements.set(record._id, { collection, section: null });
    for (const section of sections)
      placements.set(section.record._id, { collection, section: containerRef(section.record) });
  }
  return placements;
}

/** Serializes live articles for lists, with the time at which the result becomes outdated. */
export async function serializeListedArticles(
  context: ProjectContext,
  records: readonly ListedKbRecord[],
  placements: ReadonlyMap<string, ArticlePlacement>,
): Promise<{ data: ListedKbArticle[] } & ResponseExpiry> {
  const articles = records.map((record) => withReviewDates(record, liveView<KbValues>(record, context.now)));
  const links = new LinkBatch();
  for (const { view } of articles) {
    collectFieldLinks(kbArticle, links, view);
    context.cacheTags?.item('kb_article', view.id);
    tagPlacement(context, placements.get(view.values.shelf));
  }
  const votedItems = records.map((record) => votedItem(context, record._id, record.locale));
  const articleContext = await loadArticleContext(context, { links, votedItems, placements });
  // `published_at` is null only in drafts.
  const data = articles.map((article) => listedKbArticle(article, articleContext) as ListedKbArticle);
  return { data, ...responseExpiry(context, articles, articleContext.targets) };
}

/**
 * Serializes a single article from its live values (`live`) or its draft.
 * @param locale - the id of the locale whose votes it has; the default locale if absent
 */
export async function serializeSingleArticle(
  context: ProjectContext,
  record: KbArticleRecord,
  source: 'live' | 'draft',
  locale?: string,
) {
  const view = source === 'live' ? liveView<KbValues>(record, context.now) : draftView<KbValues>(record);
  const article = withReviewDates(record, view);
  const links = new LinkBatch();
  collectFieldLinks(kbArticle, links, view);
  collectBodyLinks(links, view);
  const placements = articlePlacements(await loadKbStructure(context, false));
  tagPlacement(context, placements.get(view.values.shelf));
  const votedItems = [votedItem(context, record._id, locale)];
  const articleContext = await loadArticleContext(context, { links, votedItems, placements });
  return {
    form: singleKbArticle(article, articleContext),
    expiry: responseExpiry(context, [article], articleContext.targets),
  };
}

function withReviewDates<W>(review: ReviewState, view: ArticleView<KbValues, W>): KbArticleView<W> {
  const { last_reviewed_at, aging_at, review_due_at } = review;
  return { view, last_reviewed_at, aging_at, review_due_at };
}

interface ArticleContextQuery {
  links: LinkBatch;
  votedItems: readonly VotedItem[];
  placements: ReadonlyMap<string, ArticlePlacement>;
}

async function loadArticleContext(
  context: ProjectContext,
  { links, votedItems, placements }: ArticleContextQuery,
): Promise<ArticleContext> {
  const [targets, votes] = await Promise.all([
    resolveTargets(context, links),
    votesOf(context.db, votedItems),
  ]);
  return {
    now: context.now,
    targets,
    placements,
    votes,
    reviewIntervalDays: context.project.reviewIntervalDays,
  };
}

/** Tags the response with the collection and section whose names it contains. */
function tagPlacement({ cacheTags }: ProjectContext, placement: ArticlePlacement | undefined): void {
  if (placement === undefined) return;
  cacheTags?.item('kb_collection', placement.collection.id);
  if (placement.section !== null) cacheTags?.item('kb_section', placement.section.id);
}

interface ResponseExpiry {
  validUntil: Date | null;
  softUntil: Date;
}

/** When the response becomes outdated: freshness changes with time, and votes change no revision. */
function responseExpiry(
  { now }: ProjectContext,
  articles: readonly ReviewState[],
  targets: ResolvedTargets,
): ResponseExpiry {
  const changeDates = articles.map((article) => nextFreshnessChange(article, now));
  return {
    validUntil: changeDates.reduce(earliest, targets.validUntil),
    softUntil: new Date(now.getTime() + countsAgeMaxMs),
  };
}
