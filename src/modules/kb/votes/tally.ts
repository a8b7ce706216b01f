import type { VoteCounts } from './schema.ts';

/** A vote of a batch; `visitor` is null if the visitor can't be identified and every vote counts. */
export interface Ballot {
  visitor: string | null;
  helpful: boolean;
}

export interface Tally {
  /** The change of the totals by the whole batch. */
  change: VoteCounts;
  /** The change after each vote of the batch. */
  changes: readonly VoteCounts[];
  /** The final vote of each visitor. */
  finalVotes: ReadonlyMap<string, boolean>;
}

/** Counts a batch of votes in order; a visitor's vote replaces the previous one (specification: votes). */
export function tally(before: ReadonlyMap<string, boolean>, ballots: readonly Ballot[]): Tally {
  const finalVotes = new Map<string, boolean>();
  let change: VoteCounts = { helpful: 0, not_helpful: 0 };
  const changes = ballots.map(({ visitor, helpful }) => {
    const previousVote = visitor === null ? undefined : (finalVotes.get(visitor) ?? before.get(visitor));
    if (previousVote !== undefined) change = addVote(change, previousVote, -1);
    change = addVote(change, helpful, 1);
    if (visitor !== null) finalVotes.set(visitor, helpful);
    return change;
  });
  return { change, changes, finalVotes };
}

function addVote(counts: VoteCounts, helpful: boolean, by: 1 | -1): VoteCounts {
  return helpful
    ? { ...counts, helpful: counts.helpful + by }
    : { ...counts, not_helpful: counts.not_helpful + by };
}
