import { comparePositions } from '../../../projects/index.ts';
import type { PurgeRepeat, TargetState } from '../../webhooks/schema.ts';

/** Maximum ranges of one target that wait to be purged again; beyond it the two earliest are merged. */
const repeatsMax = 64;

/**
 * Returns when the next purge of a target is due: at most one every `every_seconds`, or null when there is nothing to
 * send. A `sent_at` in the future comes from a process whose clock is ahead, and is ignored.
 */
export function nextPurgeTime(
  { sent_at: sentAt, every_seconds, repeats }: Pick<TargetState, 'sent_at' | 'every_seconds' | 'repeats'>,
  { hasPendingChanges, now }: { hasPendingChanges: boolean; now: Date },
): Date | null {
  const [earliest] = repeats.map(({ due_at }) => due_at.getTime()).sort((a, b) => a - b);
  const neededAt = hasPendingChanges ? now.getTime() : earliest;
  if (neededAt === undefined) return null;
  const allowedAt = sentAt === null || sentAt > now ? 0 : sentAt.getTime() + every_seconds * 1000;
  return new Date(Math.max(neededAt, allowedAt));
}

/** Adds the range that is sent now to the waiting repeats, once for each of the target's `repeat_seconds`. */
export function withRepeats(
  waiting: readonly PurgeRepeat[],
  sentRange: Omit<PurgeRepeat, 'due_at'> | null,
  { repeatSeconds, now }: { repeatSeconds: readonly number[]; now: Date },
): PurgeRepeat[] {
  const newRepeats =
    sentRange === null
      ? []
      : repeatSeconds.map((seconds) => ({ ...sentRange, due_at: new Date(now.getTime() + seconds * 1000) }));
  const all = [...waiting, ...newRepeats].sort((a, b) => a.due_at.getTime() - b.due_at.getTime());
  while (all.length > repeatsMax) {
    const [first, second, ...others] = all;
    if (first === undefined || second === undefined) break;
    all.splice(0, all.length, { ...joinRanges([first, second]), due_at: second.due_at }, ...others);
  }
  return all;
}

/** Returns the smallest range that contains all of these ranges. */
export function joinRanges(ranges: readonly Omit<PurgeRepeat, 'due_at'>[]): Omit<PurgeRepeat, 'due_at'> {
  const [first, ...others] = ranges;
  if (first === undefined) throw new Error('no range');
  return others.reduce(
    (whole, { since, version }) => ({
      since: earlierPosition(whole.since, since),
      version: comparePositions(whole.version, version) < 0 ? version : whole.version,
    }),
    { since: first.since, version: first.version },
  );
}

/** Returns the earlier of two positions. Null means before everything. */
export function earlierPosition(a: PurgeRepeat['since'], b: PurgeRepeat['since']): PurgeRepeat['since'] {
  if (a === null || b === null) return null;
  return comparePositions(a, b) <= 0 ? a : b;
}
