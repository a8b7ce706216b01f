import { apiError } from '../../../contract/errors/api-error.ts';
import { type ProjectContext, withDocuments } from '../../../core/context/index.ts';
import { groupCommit } from '../../../core/util/index.ts';
import { inTransaction, type ProjectDb } from '../../../core/mongo/index.ts';
import { inWrittenLocale } from '../../../projects/index.ts';
import { readLiveArticle } from '../../articles/read.ts';
import { kbArticle } from '../articles/module.ts';
import { votedItem, type VotedItem } from './counts.ts';
import { findVotes, addToTotals, replaceVotes } from './repository.ts';
import type { CastVote, VoteCounts, VoteRecord, VoteResult } from './schema.ts';
import { type Ballot, tally } from './tally.ts';
import { type Visitor, visitorOf } from './visitor.ts';

/** A vote that waits to be stored. */
interface PendingVote {
  context: ProjectContext;
  slug: string;
  helpful: boolean;
  visitorId: string | null;
}

/** A vote with its visitor, which is null for votes without a visitor id. */
interface VoteWrite {
  visitor: Visitor | null;
  helpful: boolean;
  now: Date;
}

/**
 * Counts a reader's vote on a live article. Emits no event and changes neither `updated_at` nor the
 * project's revision (specification: votes).
 * @throws the reading errors of articles, missing_required_field, invalid_field_value
 */
export async function castVote(context: ProjectContext, slug: string, input: CastVote): Promise<VoteResult> {
  const helpful = readVote(input);
  const reader = inWrittenLocale(context);
  const code = reader.locale?.code ?? '';
  return storeVote(`${context.project.id}/${slug}/${code}`, {
    context: reader,
    slug,
    helpful,
    visitorId: input.visitor_id ?? null,
  });
}

function readVote({ helpful, vote }: CastVote): boolean {
  if (helpful !== undefined && vote !== undefined) {
    const why = 'it was sent twice, as "helpful" and as "vote"';
    throw apiError('invalid_field_value', { name: 'helpful', why }, { param: 'helpful' });
  }
  if (helpful !== undefined) return helpful;
  if (vote !== undefined) return vote === 'helpful';
  throw apiError('missing_required_field', { name: 'helpful' }, { param: 'helpful' });
}

/** Votes on one article that arrive together share one read and one transaction; each gets its own count. */
const storeVote = groupCommit<PendingVote, VoteResult>(async (_key, batch) => {
  const newest = batch.at(-1);
  if (newest === undefined) return [];
  const { record, locale } = await readLiveArticle(newest.context, kbArticle, newest.slug);
  const { _id, slug } = record;
  const { item } = votedItem(newest.context, _id, locale);
  const writes: VoteWrite[] = [];
  for (const { context, helpful, visitorId } of batch)
    writes.push({ visitor: await visitorOf(context, _id, visitorId), helpful, now: context.now });
  const { db } = withDocuments(newest.context);
  // A vote whose response was an error must not be stored later.
  const endsAt = Math.min(...batch.map(({ context }) => context.endsAt ?? Infinity));
  const counts = await inTransaction(db.system, { dryRun: false, endsAt }, (session) =>
    writeBatch(db.within(session), { article: _id, item }, writes),
  );
  return counts.map(({ helpful, not_helpful }) => {
    return { slug, helpful_count: helpful, not_helpful_count: not_helpful };
  });
});

async function writeBatch(
  db: ProjectDb,
  { article, item }: VotedItem,
  writes: readonly VoteWrite[],
): Promise<VoteCounts[]> {
  const rowOf = (visitor: Visitor) => `${item}/${visitor.hash}`;
  const latest = new Map(
    writes.flatMap((write) => (write.visitor === null ? [] : [[rowOf(write.visitor), write]])),
  );
  const storedVotes = latest.size === 0 ? [] : await findVotes(db, [...latest.keys()]);
  const before = new Map(storedVotes.map((vote) => [vote._id, vote.helpful]));
  const ballots: Ballot[] = writes.map(({ visitor, helpful }) => ({
    visitor: visitor === null ? null : rowOf(visitor),
    helpful,
  }));
  const { change, changes } = tally(before, ballots);
  await replaceVotes(
    db,
    [...latest].map(([_id, { helpful, now, visitor }]): VoteRecord => {
      return { _id, article, helpful, voted_at: now, forget_at: visitor?.forgetAt ?? null };
    }),
  );
  const after = await addToTotals(db, item, change);
  return changes.map((partial) => ({
    helpful: after.helpful - change.helpful + partial.helpful,
    not_helpful: after.not_helpful - change.not_helpful + partial.not_helpful,
  }));
}

/** Adds votes from a demo or an import to those of an article. */
export async function addVotes(
  context: ProjectContext,
  articleId: string,
  counts: VoteCounts,
): Promise<void> {
  await addToTotals(context.db, articleId, counts);
}
