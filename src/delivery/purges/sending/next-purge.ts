import { comparePositions } from '../../../projects/index.ts';
import type { PurgeRepeat, TargetState } from '../../webhooks/schema.ts';

/** Stretches that wait to be told again, of one target. */
const repeatsMax = 64;

/**
 * When the next purge of a target is due: at once after silence and otherwise once in its seconds; null when there is
 * nothing to send. A purge that was sent in the future was sent by a process whose clock is ahead.
 */
export function dueChange(
  { sent_at: sentAt, every_seconds, repeats }: Pick<TargetState, 'sent_at' | 'every_seconds' | 'repeats'>,
  { hasNews, now }: { hasNews: boolean; now: Date },
): Date | null {
  const [earliest] = repeats.map(({ due_at }) => due_at.getTime()).sort((a, b) => a - b);
  const wanted = hasNews ? now.getTime() : earliest;
  if (wanted === undefined) return null;
  const free = sentAt === null || sentAt > now ? 0 : sentAt.getTime() + every_seconds * 1000;
  return new Date(Math.max(wanted, free));
}

/** What is sent again later: the range that is sent now, once after each of the target's waits. */
export function withRepeats(
  waiting: readonly PurgeRepeat[],
  told: Omit<PurgeRepeat, 'due_at'> | null,
  { repeatSeconds, now }: { repeatSeconds: readonly number[]; now: Date },
): PurgeRepeat[] {
  const added =
    told === null
      ? []
      : repeatSeconds.map((seconds) => ({ ...told, due_at: new Date(now.getTime() + seconds * 1000) }));
  const all = [...waiting, ...added].sort((a, b) => a.due_at.getTime() - b.due_at.getTime());
  while (all.length > repeatsMax) {
    const [first, second, ...others] = all;
    if (first === undefined || second === undefined) break;
    all.splice(0, all.length, { ...joined([first, second]), due_at: second.due_at }, ...others);
  }
  return all;
}

/** One stretch that has all of these in it. */
export function joined(stretches: readonly Omit<PurgeRepeat, 'due_at'>[]): Omit<PurgeRepeat, 'due_at'> {
  const [first, ...others] = stretches;
  if (first === undefined) throw new Error('no stretch');
  return others.reduce(
    (whole, { since, version }) => ({
      since: earlierPosition(whole.since, since),
      version: comparePositions(whole.version, version) < 0 ? version : whole.version,
    }),
    { since: first.since, version: first.version },
  );
}

/** The earlier of two positions: before everything where either is. */
export function earlierPosition(a: PurgeRepeat['since'], b: PurgeRepeat['since']): PurgeRepeat['since'] {
  if (a === null || b === null) return null;
  return comparePositions(a, b) <= 0 ? a : b;
}
