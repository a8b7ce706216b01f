import { problem } from '../../contract/problem.ts';
import type { ProjectCall } from '../../platform/call.ts';
import { groupCommit } from '../../platform/group-commit.ts';
import type { ProjectDb } from '../../platform/mongo/handle.ts';
import { inTransaction } from '../../platform/mongo/transaction.ts';
import { readLiveArticle } from '../../articles/service.ts';
import { kbArticle } from '../articles/module.ts';
import { findVotes, moveTotals, putVotes } from './repository.ts';
import type { CastVote, VoteCounts, VoteRecord, VoteResult } from './schema.ts';
import { type Ballot, tally } from './tally.ts';
import { type Visitor, visitorOf } from './visitor.ts';

interface VoteWrite {
  db: ProjectDb;
  article: string;
  visitor: Visitor | null;
  helpful: boolean;
  now: Date;
}

/**
 * Counts a reader's verdict on a live article. Sends no event, changes no `updated_at` and does not move the
 * project's revision (contract, section 8).
 * @throws the reading errors of articles, missing_required_field, invalid_field_value
 */
export async function castVote(call: ProjectCall, slug: string, sent: CastVote): Promise<VoteResult> {
  const helpful = verdict(sent);
  const article = await readLiveArticle(call, kbArticle, slug);
  const visitor = await visitorOf(call, article._id, sent.visitor_id);
  const write: VoteWrite = { db: call.db, article: article._id, visitor, helpful, now: call.now };
  const counts = await store(`${call.project.id}/${article._id}`, write);
  return { slug: article.slug, helpful_count: counts.helpful, not_helpful_count: counts.not_helpful };
}

function verdict({ helpful, vote }: CastVote): boolean {
  if (helpful !== undefined && vote !== undefined) {
    const why = 'it was sent twice, as "helpful" and as "vote"';
    throw problem('invalid_field_value', { name: 'helpful', why }, { param: 'helpful' });
  }
  if (helpful !== undefined) return helpful;
  if (vote !== undefined) return vote === 'helpful';
  throw problem('missing_required_field', { name: 'helpful' }, { param: 'helpful' });
}

/** All votes on one article that arrive together are one transaction; every one is answered its own count. */
const store = groupCommit<VoteWrite, VoteCounts>(async (_key, batch) => {
  const [first] = batch;
  if (first === undefined) return [];
  return inTransaction(first.db.system, { dryRun: false }, (session) =>
    writeBatch(first.db.within(session), first.article, batch),
  );
});

async function writeBatch(
  db: ProjectDb,
  article: string,
  batch: readonly VoteWrite[],
): Promise<VoteCounts[]> {
  const rowOf = (visitor: Visitor) => `${article}/${visitor.hash}`;
  const latest = new Map(
    batch.flatMap((write) => (write.visitor === null ? [] : [[rowOf(write.visitor), write]])),
  );
  const stored = latest.size === 0 ? [] : await findVotes(db, [...latest.keys()]);
  const before = new Map(stored.map((vote) => [vote._id, vote.helpful]));
  const ballots: Ballot[] = batch.map(({ visitor, helpful }) => ({
    visitor: visitor === null ? null : rowOf(visitor),
    helpful,
  }));
  const { change, changes } = tally(before, ballots);
  await putVotes(
    db,
    [...latest].map(([_id, { helpful, now, visitor }]): VoteRecord => {
      return { _id, article, helpful, voted_at: now, forget_at: visitor?.forgetAt ?? null };
    }),
  );
  const after = await moveTotals(db, article, change);
  return changes.map((so_far) => ({
    helpful: after.helpful - change.helpful + so_far.helpful,
    not_helpful: after.not_helpful - change.not_helpful + so_far.not_helpful,
  }));
}

/** Gives an article the votes of another place: a demo, an import. Votes that it has are kept beside them. */
export async function addVotes(call: ProjectCall, articleId: string, counts: VoteCounts): Promise<void> {
  await moveTotals(call.db, articleId, counts);
}
