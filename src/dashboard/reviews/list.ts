import type { Document } from 'mongodb';
import { limits } from '../../contract/limits.ts';
import { entryTitleIn, labelKeys, loadTypes } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import { inReviewState, requestedBy, waitingFor } from '../../lifecycle/index.ts';
import { itemOfArticle, itemOfEntry, type ReviewItem } from './items.ts';
import { approverIds, findPeople } from './people.ts';
import {
  countReviews,
  findReviewedArticles,
  findReviewedEntries,
  type ReviewPosition,
} from './repository.ts';
import type { Review, ReviewList, ReviewQuery } from './schema.ts';
import { serializeReview } from './serialize.ts';
import { isApprover } from './service.ts';

type ReviewContext = MemberContext & ReleaseContext;

/** How many waiting reviews of each kind are counted. */
const countMax = 1_000;

/** Lists the reviews of entries of the release and of articles, newest first. @throws invalid_cursor */
export async function listReviews(context: ReviewContext, query: ReviewQuery): Promise<ReviewList> {
  const { limit = limits.page_size_default, cursor, state, for: forMe, by } = query;
  const { db, person } = context;
  const list = [db.projectId, db.releaseId, 'reviews', person.id, state ?? null, forMe ?? null, by ?? null];
  const conditions = [
    ...(state === undefined ? [] : [inReviewState(state)]),
    ...(by === undefined ? [] : [requestedBy(person.id)]),
    ...(forMe === undefined ? [] : [await waitingForMe(context)]),
  ];
  const [at, id] = cursor === undefined ? [] : context.cursors.decode(list, cursor);
  const after = cursor === undefined ? null : { at: new Date(String(at)), id: String(id) };
  const items = await context.withConcurrencyLimit(() =>
    findItems(context, { conditions, after, limit: limit + 1 }),
  );
  const page = items.slice(0, limit);
  const last = page.at(-1);
  const hasMore = items.length > limit;
  return {
    data: await withPeople(context, page),
    meta: {
      limit,
      has_more: hasMore,
      next_cursor:
        hasMore && last !== undefined
          ? context.cursors.encode(list, [timeOf(last).toISOString(), last.subject.id])
          : null,
      next_offset: null,
    },
  };
}

/** The newest reviews that wait for the member, and how many there are. */
export async function readWaiting(
  context: ReviewContext,
  limit: number,
): Promise<{ reviews: Review[]; count: number }> {
  const conditions = [await waitingForMe(context)];
  const [items, count] = await Promise.all([
    findItems(context, { conditions, after: null, limit }),
    countReviews(context.db, conditions, countMax),
  ]);
  return { reviews: await withPeople(context, items), count };
}

async function waitingForMe(context: ReviewContext): Promise<Document> {
  const { db, person } = context;
  return waitingFor({
    memberId: person.id,
    approverIds: isApprover(context) ? await approverIds(db) : null,
  });
}

async function findItems(
  context: ReviewContext,
  page: { conditions: readonly Document[]; after: ReviewPosition | null; limit: number },
): Promise<ReviewItem[]> {
  const { db } = context;
  const types = await loadTypes(context);
  const [entryRows, articleRows] = await Promise.all([
    findReviewedEntries(db, page, labelKeys(types)),
    findReviewedArticles(db, page),
  ]);
  const entryItems = entryRows.flatMap((entry) => {
    const type = types.get(entry.type);
    return type === undefined ? [] : [itemOfEntry(entry, entryTitleIn(type, entry.draft))];
  });
  const newestFirst = (a: ReviewItem, b: ReviewItem) =>
    timeOf(b).getTime() - timeOf(a).getTime() || (a.subject.id < b.subject.id ? 1 : -1);
  return [...entryItems, ...articleRows.map(itemOfArticle)].sort(newestFirst).slice(0, page.limit);
}

function timeOf({ review }: ReviewItem): Date {
  return review?.at ?? new Date(0);
}

/** The reviews with the names of the people who contributed, which one query reads. */
async function withPeople(context: ReviewContext, items: readonly ReviewItem[]): Promise<Review[]> {
  const ids = [...new Set(items.flatMap(({ contributors = [] }) => contributors))];
  const people = await findPeople(context.db, ids);
  return items.map((item) => {
    const { contributors = [] } = item;
    return serializeReview(
      context,
      item,
      people.filter(({ id }) => contributors.includes(id)),
    );
  });
}
