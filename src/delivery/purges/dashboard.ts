import { limits } from '../../contract/limits.ts';
import { problem } from '../../contract/errors/problem.ts';
import type { Attempt, Delivery } from '../queue/schema.ts';
import { answer, type MemberCall } from '../../core/http/index.ts';
import type { DeliveryQuery } from '../webhooks/schema.ts';
import { listDeliveries, readDelivery } from '../queue/service.ts';
import type {
  Behind,
  ChangeTarget,
  CreateTarget,
  PurgeNow,
  ShownTarget,
  TargetWithSecret,
} from './schema.ts';
import { createTarget, deleteTarget, purgeNow, rotateTarget, targetNamed, updateTarget } from './service.ts';
import { replayTarget } from './sending/replay.ts';
import { shownTarget, shownTargets } from './health.ts';
import { testTarget } from './sending/test-purge.ts';

interface DeliveryPlace {
  targetId: string;
  deliveryId: string;
}

export async function listShownTargets({ db }: MemberCall) {
  return { data: await shownTargets(db) };
}

/** @throws unknown_purge_target */
export async function showTarget({ db }: MemberCall, id: string): Promise<ShownTarget> {
  return shownTarget(db, await targetNamed(db, id));
}

/** @throws invalid_field_value, too_many_purge_targets */
export function addTarget(call: MemberCall, sent: CreateTarget): Promise<TargetWithSecret> {
  return createTarget(call.db, sent, sealing(call));
}

/** @throws unknown_purge_target, nothing_to_update, invalid_field_value */
export async function changeOneTarget(
  call: MemberCall,
  id: string,
  sent: ChangeTarget,
): Promise<ShownTarget> {
  await updateTarget(call.db, id, sent, sealing(call));
  return showTarget(call, id);
}

/** @throws unknown_purge_target */
export async function removeOneTarget(call: MemberCall, id: string) {
  await deleteTarget(call.db, id, call);
  return answer(null, { status: 204 });
}

/** @throws unknown_purge_target, invalid_field_value (format) */
export function newTargetSecret(call: MemberCall, id: string): Promise<TargetWithSecret> {
  return rotateTarget(call.db, id, sealing(call));
}

function sealing({ now, actor, origin, tools }: MemberCall) {
  return { now, actor, origin, box: tools.sending.box };
}

/** @throws unknown_purge_target */
export async function testOneTarget(call: MemberCall, id: string): Promise<Attempt> {
  return testTarget(call.tools.sending, await targetNamed(call.db, id), { db: call.db, by: call });
}

/** @throws unknown_purge_target, invalid_field_value (since) */
export async function replayOneTarget(call: MemberCall, id: string, since: string): Promise<Behind> {
  return replayTarget(call.db, await targetNamed(call.db, id), { since, by: call });
}

export function purgeByHand(call: MemberCall, { tags }: PurgeNow) {
  return purgeNow(call.db, tags, call);
}

/** A page of what was sent to a target, newest first. @throws unknown_purge_target, invalid_cursor */
export async function listTargetHistory(
  { db, cursors }: MemberCall,
  id: string,
  { state, limit = limits.page_size_default, cursor }: DeliveryQuery,
) {
  await targetNamed(db, id);
  const list = [db.projectId, id, state ?? null];
  const before = cursor === undefined ? {} : { beforeEvent: String(cursors.decode(list, cursor)[0]) };
  const filter = { endpointId: id, ...before, ...(state === undefined ? {} : { states: [state] }) };
  const found = await listDeliveries(db, filter, limit + 1);
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  const next_cursor = last === undefined ? null : cursors.encode(list, [last.event_id]);
  return { data, meta: { limit, has_more: next_cursor !== null, next_cursor, next_offset: null } };
}

/** @throws unknown_delivery, unknown_purge_target */
export async function showTargetDelivery({ db }: MemberCall, place: DeliveryPlace): Promise<Delivery> {
  await targetNamed(db, place.targetId);
  const found = await readDelivery(db, place.deliveryId);
  if (found?.endpoint_id !== place.targetId) throw problem('unknown_delivery', {}, { param: 'deliveryId' });
  return found;
}
