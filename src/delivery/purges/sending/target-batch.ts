import { countOpen } from '../../queue/purge-repository.ts';
import { queueDeliveries } from '../../queue/service.ts';
import { comparePositions, everything, type InvalidationPosition } from '../../../projects/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { moveTarget, type TargetRecord } from '../../webhooks/target-repository.ts';
import { batchOf, deliveriesOf } from './batch.ts';
import { repeatedPurge, readPendingTags } from './pending-tags.ts';
import { nextPurgeTime, withRepeats } from './next-purge.ts';

/** Maximum deliveries of a target under way. Beyond it, changes collect and go out later as one batch. */
const openMax = 4;
/** Milliseconds until a target is checked again that is at `openMax` or that another process changed meanwhile. */
const recheckMs = 1_000;

export interface TargetOutcome {
  isQueued: boolean;
  /** When to check the target again; null for after the next change. */
  nextAt: Date | null;
}

/**
 * Queues a target's next batch if it is due. Deliveries are stored before the target's position moves, so a crash
 * between the two sends tags twice but never loses them.
 * @param at - the current position of the project
 */
export async function queueTargetBatch(
  system: SystemDb,
  target: TargetRecord,
  { at, now }: { at: InvalidationPosition; now: Date },
): Promise<TargetOutcome> {
  const { purge } = target;
  const db = system.project(target.project_id);
  const hasPendingChanges = purge.through === null || comparePositions(purge.through, at) !== 0;
  const dueAt = nextPurgeTime(purge, { hasPendingChanges, now });
  if (dueAt === null || dueAt > now) return { isQueued: false, nextAt: dueAt };
  const later = { isQueued: false, nextAt: new Date(now.getTime() + recheckMs) };
  if ((await countOpen(db, target._id, openMax)) >= openMax) return later;
  const pending = await readPendingTags(db, purge.through);
  if (pending === null) return { isQueued: false, nextAt: null };
  const due = purge.repeats.filter(({ due_at }) => due_at <= now);
  const batch = batchOf(pending, await repeatedPurge(db, due), everything(db.projectId));
  if (batch !== null) await queueDeliveries(system, deliveriesOf(batch, target, now), { now, dueAt: now });
  const sentRange = pending.tags.length === 0 ? null : { since: pending.since, version: pending.upTo };
  const waiting = purge.repeats.filter(({ due_at }) => due_at > now);
  const after = {
    through: pending.upTo,
    repeats: withRepeats(waiting, sentRange, { repeatSeconds: purge.repeat_seconds, now }),
    sent_at: batch === null ? purge.sent_at : now,
  };
  const isQueued = batch !== null;
  if (!(await moveTarget(system, target, after))) return { ...later, isQueued };
  return {
    isQueued,
    nextAt: nextPurgeTime({ ...purge, ...after }, { hasPendingChanges: pending.hasMore, now }),
  };
}
