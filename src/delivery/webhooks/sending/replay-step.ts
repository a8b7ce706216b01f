import { replayDeliveries } from '../../queue/service.ts';
import { eventsFrom } from '../../../projects/index.ts';
import type { ProjectDb } from '../../../core/mongo/index.ts';
import { deliveryOf, tagsFor } from './fan-out.ts';
import { moveReplay } from '../repository.ts';
import type { EndpointRecord, Replay } from '../schema.ts';
import { isSubscribed } from './subscriptions.ts';

/** Maximum events in one step. */
const stepEvents = 200;

/** Queues the next events of a replay and stores its position in the endpoint's row. Returns the number of deliveries. */
export async function replayStep(
  db: ProjectDb,
  endpoint: EndpointRecord,
  replay: Replay,
  now: Date,
): Promise<number> {
  const { since, until, after_id: afterId } = replay;
  const step = await eventsFrom(db, { since, afterId }, stepEvents);
  const subscribedEvents = step.filter(
    (event) => event.created_at <= until && isSubscribed(endpoint.events, event.name),
  );
  const tags = await tagsFor(db.system, subscribedEvents, [endpoint]);
  const newDeliveries = subscribedEvents.map((event) => deliveryOf(event, endpoint, tags));
  const queuedCount = await replayDeliveries(db.system, newDeliveries, { now, held: !endpoint.enabled });
  const last = step.at(-1);
  const isFinished = last === undefined || step.length < stepEvents || last.created_at > until;
  await moveReplay(db, endpoint._id, replay, isFinished ? null : last._id);
  return queuedCount;
}
