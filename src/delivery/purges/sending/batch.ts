import { tagsMax } from '../../../contract/events/cache-tags.ts';
import { deliveryId, newId } from '../../../contract/ids.ts';
import type { NewDelivery } from '../../queue/service.ts';
import type { InvalidationPosition } from '../../../projects/index.ts';
import type { TargetRecord } from '../../webhooks/target-repository.ts';
import type { PurgeRepeat } from '../../webhooks/schema.ts';
import { type PurgeBatch, purgeEvent } from '../../formats/schema.ts';
import { purgeFormats } from '../../formats/service.ts';
import type { PendingTags } from './pending-tags.ts';
import { earlierPosition } from './next-purge.ts';

/** A batch and the position after which its changes begin; null for everything. */
export interface PositionedBatch extends PurgeBatch {
  startsAfter: InvalidationPosition | null;
}

/**
 * Joins pending tags and repeated tags into one batch; more than 256 tags become everything. Returns null without tags.
 */
export function batchOf(
  pending: PendingTags,
  repeat: { tags: readonly string[]; range: Omit<PurgeRepeat, 'due_at'> } | null,
  everythingTags: readonly string[],
): PositionedBatch | null {
  const isNew = pending.tags.length > 0;
  if (!isNew && repeat === null) return null;
  const range = isNew || repeat === null ? { since: pending.since, version: pending.upTo } : repeat.range;
  const pendingTags = new Set(pending.tags);
  const repeated = (repeat?.tags ?? []).filter((tag) => !pendingTags.has(tag));
  const tags = [...pending.tags, ...repeated];
  const isAll = tags.length > tagsMax.change || tags.some((tag) => everythingTags.includes(tag));
  return {
    tags: isAll && isNew ? everythingTags : pending.tags,
    again: isAll ? (isNew ? [] : everythingTags) : repeated,
    version: range.version.revision,
    since: firstRevision(range),
    startsAfter: repeat === null ? range.since : earlierPosition(range.since, repeat.range.since),
  };
}

/** Manual invalidations create no revision, so `since` is at most the range's last revision. */
function firstRevision({ since, version }: Omit<PurgeRepeat, 'due_at'>): number {
  return since === null ? 1 : Math.min(since.revision + 1, version.revision);
}

/** Returns the deliveries of a batch to a target, in sending order. */
export function deliveriesOf(
  batch: PositionedBatch,
  { _id, project_id, purge }: Pick<TargetRecord, '_id' | 'project_id' | 'purge'>,
  now: Date,
): NewDelivery[] {
  const requests = purgeFormats[purge.format].requests(batch);
  const eventIds = requests.map(() => newId('event', now)).sort();
  return requests.map(({ headers, body }, index) => {
    const eventId = eventIds[index] ?? newId('event', now);
    const id = deliveryId(eventId, _id);
    return {
      id,
      eventId,
      event: purgeEvent,
      body: JSON.stringify(body({ id, createdAt: now.toISOString() })),
      sequence: batch.version,
      headers: { ...headers },
      startsAfter: batch.startsAfter,
      project_id,
      endpoint_id: _id,
    };
  });
}
