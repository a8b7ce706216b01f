import { limits } from '../../contract/limits.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { Attempt, Delivery } from '../queue/schema.ts';
import { respond, type MemberContext } from '../../core/http/index.ts';
import type { DeliveryQuery } from '../webhooks/schema.ts';
import { listDeliveries, readDelivery } from '../queue/service.ts';
import type {
  Backlog,
  ChangeTarget,
  CreateTarget,
  PurgeNow,
  ShownTarget,
  TargetWithSecret,
} from './schema.ts';
import {
  createTarget,
  deleteTarget,
  purgeNow,
  rotateTarget,
  requireTarget,
  updateTarget,
} from './service.ts';
import { replayTarget } from './sending/replay.ts';
import { targetWithHealth, targetsWithHealth } from './health.ts';
import { testTarget } from './sending/test-purge.ts';

interface DeliveryIds {
  targetId: string;
  deliveryId: string;
}

export async function listShownTargets({ db }: MemberContext) {
  return { data: await targetsWithHealth(db) };
}

/** @throws unknown_purge_target */
export async function showTarget({ db }: MemberContext, id: string): Promise<ShownTarget> {
  return targetWithHealth(db, await requireTarget(db, id));
}

/** @throws invalid_field_value, too_many_purge_targets */
export function addTarget(context: MemberContext, input: CreateTarget): Promise<TargetWithSecret> {
  return createTarget(context.db, input, sealing(context));
}

/** @throws unknown_purge_target, nothing_to_update, invalid_field_value */
export async function changeOneTarget(
  context: MemberContext,
  id: string,
  input: ChangeTarget,
): Promise<ShownTarget> {
  await updateTarget(context.db, id, input, sealing(context));
  return showTarget(context, id);
}

/** @throws unknown_purge_target */
export async function removeOneTarget(context: MemberContext, id: string) {
  await deleteTarget(context.db, id, context);
  return respond(null, { status: 204 });
}

/** @throws unknown_purge_target, invalid_field_value (format) */
export function newTargetSecret(context: MemberContext, id: string): Promise<TargetWithSecret> {
  return rotateTarget(context.db, id, sealing(context));
}

function sealing({ now, actor, origin, tools }: MemberContext) {
  return { now, actor, origin, box: tools.sending.box };
}

/** @throws unknown_purge_target */
export async function testOneTarget(context: MemberContext, id: string): Promise<Attempt> {
  return testTarget(context.tools.sending, await requireTarget(context.db, id), {
    db: context.db,
    by: context,
  });
}

/** @throws unknown_purge_target, invalid_field_value (since) */
export async function replayOneTarget(context: MemberContext, id: string, since: string): Promise<Backlog> {
  return replayTarget(context.db, await requireTarget(context.db, id), { since, by: context });
}

export function purgeManually(context: MemberContext, { tags }: PurgeNow) {
  return purgeNow(context.db, tags, context);
}

/** Returns a page of a target's deliveries, newest first. @throws unknown_purge_target, invalid_cursor */
export async function listTargetHistory(
  { db, cursors }: MemberContext,
  id: string,
  { state, limit = limits.page_size_default, cursor }: DeliveryQuery,
) {
  await requireTarget(db, id);
  const list = [db.projectId, id, state ?? null];
  const before = cursor === undefined ? {} : { beforeEvent: String(cursors.decode(list, cursor)[0]) };
  const filter = { endpointId: id, ...before, ...(state === undefined ? {} : { states: [state] }) };
  const deliveries = await listDeliveries(db, filter, limit + 1);
  const data = deliveries.slice(0, limit);
  const last = deliveries.length > limit ? data.at(-1) : undefined;
  const next_cursor = last === undefined ? null : cursors.encode(list, [last.event_id]);
  return { data, meta: { limit, has_more: next_cursor !== null, next_cursor, next_offset: null } };
}

/** @throws unknown_delivery, unknown_purge_target */
export async function showTargetDelivery({ db }: MemberContext, ids: DeliveryIds): Promise<Delivery> {
  await requireTarget(db, ids.targetId);
  const delivery = await readDelivery(db, ids.deliveryId);
  if (delivery?.endpoint_id !== ids.targetId) throw apiError('unknown_delivery', {}, { param: 'deliveryId' });
  return delivery;
}
