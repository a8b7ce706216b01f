import type { VoteCounts } from './schema.ts';

/** One vote of a batch; `visitor` is null where visitors cannot be distinguished and every vote counts. */
export interface Ballot {
  visitor: string | null;
  helpful: boolean;
}

export interface Tally {
  /** What the whole batch changes in the totals. */
  change: VoteCounts;
  /** What had changed when each vote of the batch was in. */
  changes: readonly VoteCounts[];
  /** The vote that each visitor is left with. */
  standing: ReadonlyMap<string, boolean>;
}

/** Counts a batch of votes, in order; a visitor's vote takes the place of the one before (specification: votes). */
export function tally(before: ReadonlyMap<string, boolean>, ballots: readonly Ballot[]): Tally {
  const standing = new Map<string, boolean>();
  let change: VoteCounts = { helpful: 0, not_helpful: 0 };
  const changes = ballots.map(({ visitor, helpful }) => {
    const earlier = visitor === null ? undefined : (standing.get(visitor) ?? before.get(visitor));
    if (earlier !== undefined) change = added(change, earlier, -1);
    change = added(change, helpful, 1);
    if (visitor !== null) standing.set(visitor, helpful);
    return change;
  });
  return { change, changes, standing };
}

function added(counts: VoteCounts, helpful: boolean, by: 1 | -1): VoteCounts {
  return helpful
    ? { ...counts, helpful: counts.helpful + by }
    : { ...counts, not_helpful: counts.not_helpful + by };
}
