import { countOpen } from '../../queue/purge-repository.ts';
import { queueDeliveries } from '../../queue/service.ts';
import { comparePositions, everything, type InvalidationPosition } from '../../../projects/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { moveTarget, type TargetRecord } from '../../webhooks/target-repository.ts';
import { batchOf, deliveriesOf } from './batch.ts';
import { repeatedPurge, readPendingTags } from './pending-tags.ts';
import { dueChange, withRepeats } from './next-purge.ts';

/** While so many deliveries of a target are under way it gets no more: later one batch has all of it. */
const openMax = 4;
/** How soon a target is looked at again that has so many, or that another person changed meanwhile, in milliseconds. */
const laterMs = 1_000;

/** What became of a look at a target: whether something is to be sent, and when to look again (null: when something changes). */
export interface TargetOutcome {
  isMade: boolean;
  nextAt: Date | null;
}

/**
 * Makes a target's next batch when its turn has come. Deliveries are stored first, then the target's place is moved from
 * where it was read: who ends between the two tells twice, never not at all.
 * @param at - where the project stands
 */
export async function queueTargetBatch(
  system: SystemDb,
  target: TargetRecord,
  { at, now }: { at: InvalidationPosition; now: Date },
): Promise<TargetOutcome> {
  const { purge } = target;
  const db = system.project(target.project_id);
  const hasNews = purge.through === null || comparePositions(purge.through, at) !== 0;
  const turn = dueChange(purge, { hasNews, now });
  if (turn === null || turn > now) return { isMade: false, nextAt: turn };
  const later = { isMade: false, nextAt: new Date(now.getTime() + laterMs) };
  if ((await countOpen(db, target._id, openMax)) >= openMax) return later;
  const news = await readPendingTags(db, purge.through);
  if (news === null) return { isMade: false, nextAt: null };
  const due = purge.repeats.filter(({ due_at }) => due_at <= now);
  const batch = batchOf(news, await repeatedPurge(db, due), everything(db.projectId));
  if (batch !== null) await queueDeliveries(system, deliveriesOf(batch, target, now), { now, dueAt: now });
  const told = news.tags.length === 0 ? null : { since: news.since, version: news.upTo };
  const waiting = purge.repeats.filter(({ due_at }) => due_at > now);
  const after = {
    through: news.upTo,
    repeats: withRepeats(waiting, told, { repeatSeconds: purge.repeat_seconds, now }),
    sent_at: batch === null ? purge.sent_at : now,
  };
  const isMade = batch !== null;
  if (!(await moveTarget(system, target, after))) return { ...later, isMade };
  return { isMade, nextAt: dueChange({ ...purge, ...after }, { hasNews: news.hasMore, now }) };
}
