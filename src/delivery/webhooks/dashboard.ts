import { eventNames } from '../../contract/events/events.ts';
import { problem } from '../../contract/errors/problem.ts';
import type { Attempt } from '../queue/schema.ts';
import { answer, type MemberCall } from '../../core/http/index.ts';
import { endpointWithHealth, withHealth } from './health.ts';
import type { ChangeEndpoint, CreateEndpoint, ShownEndpoint } from './schema.ts';
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  rotateSecret,
  updateEndpoint,
} from './service.ts';
import { sendTest } from './sending/test-event.ts';

/** All endpoints, oldest first, with the events that an endpoint can select. */
export async function listShownEndpoints({ db }: MemberCall) {
  const endpoints = await listEndpoints(db);
  return { data: await withHealth(db, endpoints), events: [...eventNames] };
}

/** @throws unknown_webhook_endpoint */
export async function showEndpoint({ db }: MemberCall, id: string): Promise<ShownEndpoint> {
  return endpointWithHealth(db, existing(await readEndpoint(db, id)));
}

/** @throws invalid_field_value (url, events), limit_reached */
export function addEndpoint(call: MemberCall, sent: CreateEndpoint) {
  return createEndpoint(call.db, sent, sealing(call));
}

/** @throws unknown_webhook_endpoint, nothing_to_update, invalid_field_value (url, events) */
export async function changeOneEndpoint(
  call: MemberCall,
  id: string,
  { enabled, held = 'send', ...changes }: ChangeEndpoint,
): Promise<ShownEndpoint> {
  const { db } = call;
  const hasChanges = Object.keys(changes).length > 0;
  if (!hasChanges && enabled === undefined) throw problem('nothing_to_update', {});
  existing(await readEndpoint(db, id));
  const switched = enabled === undefined ? {} : { enabled, held };
  const changed = await updateEndpoint(db, id, { ...changes, ...switched }, call);
  return endpointWithHealth(db, existing(changed));
}

/** @throws unknown_webhook_endpoint */
export async function removeOneEndpoint(call: MemberCall, id: string) {
  existing(await readEndpoint(call.db, id));
  if (!(await deleteEndpoint(call.db, id, call))) throw unknownEndpoint();
  return answer(null, { status: 204 });
}

/** @throws unknown_webhook_endpoint */
export async function newSecret(call: MemberCall, id: string) {
  existing(await readEndpoint(call.db, id));
  return existing(await rotateSecret(call.db, id, sealing(call)));
}

function sealing({ now, actor, origin, bounds, tools }: MemberCall) {
  return { now, actor, origin, bounds, box: tools.sending.box };
}

/** @throws unknown_webhook_endpoint */
export async function testEndpoint(call: MemberCall, id: string): Promise<Attempt> {
  existing(await readEndpoint(call.db, id));
  return existing(await sendTest(call.tools.sending, id, { db: call.db, by: call }));
}

/** What was found, or the 404. @throws unknown_webhook_endpoint */
export function existing<T>(found: T | null): T {
  if (found === null) throw unknownEndpoint();
  return found;
}

function unknownEndpoint(): Error {
  return problem('unknown_webhook_endpoint', {}, { param: 'endpointId' });
}
