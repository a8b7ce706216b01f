import { type ArticleView, draftView, liveView, wantBody, wantFields } from '../../articles/service.ts';
import { earliest } from '../../contract/time.ts';
import { resolveTargets, type Targets, Wanted } from '../../links/service.ts';
import type { ProjectCall } from '../../platform/call.ts';
import { nextVerdictAt } from '../freshness.ts';
import { type CollectionShelf, loadShelves, shelfRef } from '../shelves/shelves.ts';
import { countsAgeMaxMs, voteCounts } from '../votes/counts.ts';
import { kbArticle } from './module.ts';
import type { ListedKbRecord } from './repository.ts';
import type { KbArticleRecord, KbValues, ListedKbArticle, ReviewState } from './schema.ts';
import { type KbView, listForm, type Place, singleForm, type Surroundings } from './serialize.ts';

/** Where articles stand, by shelf. */
export function placesOn(shelves: readonly CollectionShelf[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const { record, sections } of shelves) {
    const collection = shelfRef(record);
    places.set(record._id, { collection, section: null });
    for (const section of sections)
      places.set(section.record._id, { collection, section: shelfRef(section.record) });
  }
  return places;
}

/** The list forms of live articles, and until when they are true. */
export async function serveListed(
  call: ProjectCall,
  records: readonly ListedKbRecord[],
  places: ReadonlyMap<string, Place>,
): Promise<{ data: ListedKbArticle[]; validUntil: Date }> {
  const articles = records.map((record) => viewed(record, liveView<KbValues>(record)));
  const wanted = new Wanted();
  for (const { view } of articles) wantFields(kbArticle, wanted, view);
  const around = await surroundings(call, { wanted, ids: records.map(({ _id }) => _id), places });
  const data = articles.map((article) => listForm(article, around) as ListedKbArticle); // live ones have a date
  return { data, validUntil: validUntil(call, articles, around.targets) };
}

/** The single form of what readers see (`live`), or of the draft. */
export async function serveSingle(call: ProjectCall, record: KbArticleRecord, shows: 'live' | 'draft') {
  const view = shows === 'live' ? liveView<KbValues>(record) : draftView<KbValues>(record);
  const article = viewed(record, view);
  const wanted = new Wanted();
  wantFields(kbArticle, wanted, view);
  wantBody(wanted, view);
  const places = placesOn(await loadShelves(call.db, call.now));
  const around = await surroundings(call, { wanted, ids: [record._id], places });
  return { form: singleForm(article, around), validUntil: validUntil(call, [article], around.targets) };
}

function viewed<W>(review: ReviewState, view: ArticleView<KbValues, W>): KbView<W> {
  const { last_reviewed_at, aging_at, review_due_at } = review;
  return { view, last_reviewed_at, aging_at, review_due_at };
}

interface Asked {
  wanted: Wanted;
  ids: readonly string[];
  places: ReadonlyMap<string, Place>;
}

async function surroundings(call: ProjectCall, { wanted, ids, places }: Asked): Promise<Surroundings> {
  const [targets, votes] = await Promise.all([resolveTargets(call, wanted), voteCounts(call.db, ids)]);
  return { now: call.now, targets, places, votes, reviewIntervalDays: call.project.reviewIntervalDays };
}

/** Forms hold counts of votes, which move no revision, and verdicts, which change with time. */
function validUntil({ now }: ProjectCall, articles: readonly ReviewState[], targets: Targets): Date {
  const verdicts = articles.map((article) => nextVerdictAt(article, now));
  const counts = new Date(now.getTime() + countsAgeMaxMs);
  return [...verdicts, targets.validUntil].reduce<Date>(
    (first, date) => earliest(first, date) ?? first,
    counts,
  );
}
