import { parseTime } from '../../contract/time.ts';
import { limits } from '../../contract/limits.ts';
import { namedActor } from '../../accounts/index.ts';
import { type WriteSource, findEvent } from '../../projects/index.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { ProjectContext } from '../../core/context/index.ts';
import { requireEndpoint } from './dashboard.ts';
import type { DeliveryQuery, ShownDelivery } from './schema.ts';
import { listDeliveries, readDelivery } from '../queue/service.ts';
import { readEndpoint } from './service.ts';
import { replayOne, replaySince } from './sending/replay.ts';

interface DeliveryIds {
  endpointId: string;
  deliveryId: string;
}

/** Returns a page of an endpoint's deliveries, newest event first. @throws unknown_webhook_endpoint, invalid_cursor */
export async function listHistory(
  { db, cursors, withConcurrencyLimit }: Pick<ProjectContext, 'db' | 'cursors' | 'withConcurrencyLimit'>,
  endpointId: string,
  { state, event, limit = limits.page_size_default, cursor }: DeliveryQuery,
) {
  requireEndpoint(await readEndpoint(db, endpointId));
  const list = [db.projectId, endpointId, state ?? null, event ?? null];
  const before = cursor === undefined ? {} : { beforeEvent: String(cursors.decode(list, cursor)[0]) };
  const filter = {
    endpointId,
    ...before,
    ...(state === undefined ? {} : { states: [state] }),
    ...(event === undefined ? {} : { event }),
  };
  const readRows = () => listDeliveries(db, filter, limit + 1);
  const isNarrowed = state !== undefined || event !== undefined; // no index covers these filters
  const deliveries = await (isNarrowed ? withConcurrencyLimit(readRows) : readRows());
  const data = deliveries.slice(0, limit);
  const last = data.at(-1);
  const hasMore = deliveries.length > limit;
  const next_cursor = hasMore && last !== undefined ? cursors.encode(list, [last.event_id]) : null;
  return { data, meta: { limit, has_more: hasMore, next_cursor, next_offset: null } };
}

/** @throws unknown_delivery */
export async function showDelivery(
  { db }: Pick<ProjectContext, 'db'>,
  { endpointId, deliveryId }: DeliveryIds,
): Promise<ShownDelivery> {
  const isWebhook = (await readEndpoint(db, endpointId)) !== null;
  const delivery = isWebhook ? await readDelivery(db, deliveryId) : null;
  if (delivery?.endpoint_id !== endpointId) throw apiError('unknown_delivery', {}, { param: 'deliveryId' });
  const actor = (await findEvent(db, delivery.event_id))?.actor;
  return { ...delivery, actor: actor === undefined ? null : await namedActor(db, actor) };
}

/** Queues a delivery again from its first attempt. @throws unknown_delivery */
export async function replayDeliveryOf(
  context: WriteSource & Pick<ProjectContext, 'db'>,
  ids: DeliveryIds,
): Promise<ShownDelivery> {
  await showDelivery(context, ids);
  await replayOne(context.db, ids.deliveryId, context);
  return showDelivery(context, ids);
}

/** Queues the deliveries of all events since a time again. @throws unknown_webhook_endpoint, invalid_field_value (since) */
export async function replayFrom(
  context: WriteSource & Pick<ProjectContext, 'db'>,
  endpointId: string,
  sinceText: string,
) {
  requireEndpoint(await readEndpoint(context.db, endpointId));
  const since = parseTime(sinceText);
  if (since === null) {
    const why = 'it is not a valid time; write it as 2026-11-20T09:30:00Z';
    throw apiError('invalid_field_value', { name: 'since', why }, { param: 'since' });
  }
  const { queued, isDone } = requireEndpoint(
    await replaySince(context.db, endpointId, { since, by: context }),
  );
  return { queued, ...(isDone ? {} : { in_progress: true as const }) };
}
