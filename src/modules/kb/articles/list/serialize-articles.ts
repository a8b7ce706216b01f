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
import { countsAgeMaxMs, voteCounts } from '../../votes/counts.ts';
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
export function articlePlacements(shelves: readonly CollectionNode[]): ReadonlyMap<string, ArticlePlacement> {
  const places = new Map<string, ArticlePlacement>();
  for (const { record, sections } of shelves) {
    const collection = containerRef(record);
    places.set(record._id, { collection, section: null });
    for (const section of sections)
      places.set(section.record._id, { collection, section: containerRef(section.record) });
  }
  return places;
}

/** Serializes live articles for lists, with the time at which the result becomes outdated. */
export async function serializeListedArticles(
  context: ProjectContext,
  records: readonly ListedKbRecord[],
  places: ReadonlyMap<string, ArticlePlacement>,
): Promise<{ data: ListedKbArticle[] } & AnswerEnds> {
  const articles = records.map((record) => viewed(record, liveView<KbValues>(record)));
  const wanted = new LinkBatch();
  for (const { view } of articles) {
    collectFieldLinks(kbArticle, wanted, view);
    context.cacheTags?.item('kb_article', view.id);
    notePlace(context, places.get(view.values.shelf));
  }
  const around = await articleContext(context, { wanted, ids: records.map(({ _id }) => _id), places });
  // Live articles have a date.
  const data = articles.map((article) => listedKbArticle(article, around) as ListedKbArticle);
  return { data, ...endsOf(context, articles, around.targets) };
}

/** Serializes a single article from its live values (`live`) or its draft. */
export async function serializeSingleArticle(
  context: ProjectContext,
  record: KbArticleRecord,
  shows: 'live' | 'draft',
) {
  const view = shows === 'live' ? liveView<KbValues>(record) : draftView<KbValues>(record);
  const article = viewed(record, view);
  const wanted = new LinkBatch();
  collectFieldLinks(kbArticle, wanted, view);
  collectBodyLinks(wanted, view);
  const places = articlePlacements(await loadKbStructure(context.db, context.now));
  notePlace(context, places.get(view.values.shelf));
  const around = await articleContext(context, { wanted, ids: [record._id], places });
  return { form: singleKbArticle(article, around), ends: endsOf(context, [article], around.targets) };
}

function viewed<W>(review: ReviewState, view: ArticleView<KbValues, W>): KbArticleView<W> {
  const { last_reviewed_at, aging_at, review_due_at } = review;
  return { view, last_reviewed_at, aging_at, review_due_at };
}

interface ArticleContextQuery {
  wanted: LinkBatch;
  ids: readonly string[];
  places: ReadonlyMap<string, ArticlePlacement>;
}

async function articleContext(
  context: ProjectContext,
  { wanted, ids, places }: ArticleContextQuery,
): Promise<ArticleContext> {
  const [targets, votes] = await Promise.all([resolveTargets(context, wanted), voteCounts(context.db, ids)]);
  return { now: context.now, targets, places, votes, reviewIntervalDays: context.project.reviewIntervalDays };
}

/** Tags the response with the collection and section whose names it contains. */
function notePlace({ cacheTags }: ProjectContext, place: ArticlePlacement | undefined): void {
  if (place === undefined) return;
  cacheTags?.item('kb_collection', place.collection.id);
  if (place.section !== null) cacheTags?.item('kb_section', place.section.id);
}

interface AnswerEnds {
  validUntil: Date | null;
  softUntil: Date;
}

/** When the response becomes outdated: freshness changes with time, and votes change no revision. */
function endsOf(
  { now }: ProjectContext,
  articles: readonly ReviewState[],
  targets: ResolvedTargets,
): AnswerEnds {
  const verdicts = articles.map((article) => nextFreshnessChange(article, now));
  return {
    validUntil: verdicts.reduce(earliest, targets.validUntil),
    softUntil: new Date(now.getTime() + countsAgeMaxMs),
  };
}
