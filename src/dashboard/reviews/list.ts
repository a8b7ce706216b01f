import type { Document } from 'mongodb';
import { findMissing, may } from '../../contract/access.ts';
import { listMembers } from '../../accounts/index.ts';
import { limits } from '../../contract/limits.ts';
import { entryTitleIn, labelKeys, loadTypes } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';
import type { MemberContext } from '../../core/http/index.ts';
import { inReviewState, requestedBy, waitingFor } from '../../lifecycle/index.ts';
import { itemOfArticle, itemOfEntry, itemOfRelease, type ReviewItem } from './items.ts';
import { approverIds, findPeople } from './people.ts';
import {
  countReviews,
  findReviewedArticles,
  findReviewedEntries,
  findReviewedReleases,
  type ReviewConditions,
  type ReviewPage,
} from './repository.ts';
import type { Review, ReviewList, ReviewQuery } from './schema.ts';
import { serializeReview } from './serialize.ts';

type ReviewContext = MemberContext & ReleaseContext;

/** How many waiting reviews of each kind are counted. */
const countMax = 1_000;

/** Lists the reviews of entries of the release, of articles and of releases, newest first. @throws invalid_cursor */
export async function listReviews(context: ReviewContext, query: ReviewQuery): Promise<ReviewList> {
  const { limit = limits.page_size_default, cursor, state, for: forMe, by } = query;
  const { db, person } = context;
  const list = [db.projectId, db.releaseId, 'reviews', person.id, state ?? null, forMe ?? null, by ?? null];
  const shared = [
    ...(state === undefined ? [] : [inReviewState(state)]),
    ...(by === undefined ? [] : [requestedBy(person.id)]),
  ];
  const conditions =
    forMe === undefined ? conditionsFor(context, shared, shared) : await waitingForMe(context, shared);
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
  const conditions = await waitingForMe(context, []);
  const [items, count] = await Promise.all([
    findItems(context, { conditions, after: null, limit }),
    countReviews(context.db, conditions, countMax),
  ]);
  return { reviews: await withPeople(context, items), count };
}

/** Reviews that wait for the member. Requests for releases only wait for members who can promote. */
async function waitingForMe(context: ReviewContext, shared: readonly Document[]): Promise<ReviewConditions> {
  const { db, person, caller } = context;
  const members = await listMembers(db);
  const waiting = (permission: 'publish' | 'releases') => {
    const isApprover = caller !== null && may(caller.grant, permission);
    return waitingFor({
      memberId: person.id,
      approverIds: isApprover ? approverIds(members, permission) : null,
    });
  };
  return conditionsFor(context, [...shared, waiting('publish')], [...shared, waiting('releases')]);
}

/** The conditions of a list; those of releases are null for members who can't see releases. */
function conditionsFor(
  { caller }: ReviewContext,
  items: readonly Document[],
  releases: readonly Document[],
): ReviewConditions {
  const seesReleases = findMissing(caller?.grant ?? null, { permission: 'read', area: 'project' }) === null;
  return { items, releases: seesReleases ? releases : null };
}

async function findItems(context: ReviewContext, page: ReviewPage): Promise<ReviewItem[]> {
  const { db } = context;
  const types = await loadTypes(context);
  const [entryRows, articleRows, releaseRows] = await Promise.all([
    findReviewedEntries(db, page, labelKeys(types)),
    findReviewedArticles(db, page),
    findReviewedReleases(db, page),
  ]);
  const entryItems = entryRows.flatMap((entry) => {
    const type = types.get(entry.type);
    return type === undefined ? [] : [itemOfEntry(entry, entryTitleIn(type, entry.draft))];
  });
  const newestFirst = (a: ReviewItem, b: ReviewItem) =>
    timeOf(b).getTime() - timeOf(a).getTime() || (a.subject.id < b.subject.id ? 1 : -1);
  const items = [...entryItems, ...articleRows.map(itemOfArticle), ...releaseRows.map(itemOfRelease)];
  return items.sort(newestFirst).slice(0, page.limit);
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
