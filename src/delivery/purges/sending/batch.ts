import { tagsMax } from '../../../contract/events/cache-tags.ts';
import { deliveryId, newId } from '../../../contract/ids.ts';
import type { NewDelivery } from '../../queue/service.ts';
import type { InvalidationPosition } from '../../../projects/index.ts';
import type { TargetRecord } from '../../webhooks/target-repository.ts';
import type { PurgeRepeat } from '../../webhooks/schema.ts';
import { type PurgeBatch, purgeEvent } from '../../formats/schema.ts';
import { purgeFormats } from '../../formats/service.ts';
import type { News } from './pending-tags.ts';
import { earlierPosition } from './next-purge.ts';

/** A batch, and where the changes begin that it tells of. */
export interface MadeBatch extends PurgeBatch {
  tellsAfter: InvalidationPosition | null;
}

/** What is new and what is sent again as one batch; null when there is nothing. More than 256 tags are everything. */
export function batchOf(
  news: News,
  again: { tags: readonly string[]; stretch: Omit<PurgeRepeat, 'due_at'> } | null,
  all: readonly string[],
): MadeBatch | null {
  const isNew = news.tags.length > 0;
  if (!isNew && again === null) return null;
  const stretch = isNew || again === null ? { since: news.since, version: news.upTo } : again.stretch;
  const told = new Set(news.tags);
  const repeated = (again?.tags ?? []).filter((tag) => !told.has(tag));
  const whole = [...news.tags, ...repeated];
  const isAll = whole.length > tagsMax.change || whole.some((tag) => all.includes(tag));
  return {
    tags: isAll && isNew ? all : news.tags,
    again: isAll ? (isNew ? [] : all) : repeated,
    version: stretch.version.revision,
    since: firstRevision(stretch),
    tellsAfter: again === null ? stretch.since : earlierPosition(stretch.since, again.stretch.since),
  };
}

/** What was invalidated by hand has the revision before it. */
function firstRevision({ since, version }: Omit<PurgeRepeat, 'due_at'>): number {
  return since === null ? 1 : Math.min(since.revision + 1, version.revision);
}

/** The deliveries of a batch to a target, in the order in which they are sent. */
export function deliveriesOf(
  batch: MadeBatch,
  { _id, project_id, purge }: Pick<TargetRecord, '_id' | 'project_id' | 'purge'>,
  now: Date,
): NewDelivery[] {
  const requests = purgeFormats[purge.format].requests(batch);
  const eventIds = requests.map(() => newId('event', now)).sort();
  return requests.map(({ headers, body }, at) => {
    const eventId = eventIds[at] ?? newId('event', now);
    const id = deliveryId(eventId, _id);
    return {
      id,
      eventId,
      event: purgeEvent,
      body: JSON.stringify(body({ id, createdAt: now.toISOString() })),
      sequence: batch.version,
      headers: { ...headers },
      tellsAfter: batch.tellsAfter,
      project_id,
      endpoint_id: _id,
    };
  });
}
