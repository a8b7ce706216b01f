import { eventNames } from '../../contract/events/events.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { Attempt } from '../queue/schema.ts';
import { respond, type MemberContext } from '../../core/http/index.ts';
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

/** Returns all endpoints, oldest first, and the events that an endpoint can subscribe to. */
export async function listShownEndpoints({ db }: MemberContext) {
  const endpoints = await listEndpoints(db);
  return { data: await withHealth(db, endpoints), events: [...eventNames] };
}

/** @throws unknown_webhook_endpoint */
export async function showEndpoint({ db }: MemberContext, id: string): Promise<ShownEndpoint> {
  return endpointWithHealth(db, requireEndpoint(await readEndpoint(db, id)));
}

/** @throws invalid_field_value (url, events), limit_reached */
export function addEndpoint(context: MemberContext, input: CreateEndpoint) {
  return createEndpoint(context.db, input, sealing(context));
}

/** @throws unknown_webhook_endpoint, nothing_to_update, invalid_field_value (url, events) */
export async function changeOneEndpoint(
  context: MemberContext,
  id: string,
  { enabled, held = 'send', ...changes }: ChangeEndpoint,
): Promise<ShownEndpoint> {
  const { db } = context;
  const hasChanges = Object.keys(changes).length > 0;
  if (!hasChanges && enabled === undefined) throw apiError('nothing_to_update', {});
  requireEndpoint(await readEndpoint(db, id));
  const state = enabled === undefined ? {} : { enabled, heldDeliveries: held };
  const endpoint = await updateEndpoint(db, id, { ...changes, ...state }, context);
  return endpointWithHealth(db, requireEndpoint(endpoint));
}

/** @throws unknown_webhook_endpoint */
export async function removeOneEndpoint(context: MemberContext, id: string) {
  requireEndpoint(await readEndpoint(context.db, id));
  if (!(await deleteEndpoint(context.db, id, context))) throw unknownEndpoint();
  return respond(null, { status: 204 });
}

/** @throws unknown_webhook_endpoint */
export async function rotateEndpointSecret(context: MemberContext, id: string) {
  requireEndpoint(await readEndpoint(context.db, id));
  return requireEndpoint(await rotateSecret(context.db, id, sealing(context)));
}

function sealing({ now, actor, origin, bounds, tools }: MemberContext) {
  return { now, actor, origin, bounds, box: tools.sending.box };
}

/** @throws unknown_webhook_endpoint */
export async function testEndpoint(context: MemberContext, id: string): Promise<Attempt> {
  requireEndpoint(await readEndpoint(context.db, id));
  return requireEndpoint(await sendTest(context.tools.sending, id, { db: context.db, by: context }));
}

/** Returns the result of a query for an endpoint. @throws unknown_webhook_endpoint if it is null */
export function requireEndpoint<T>(result: T | null): T {
  if (result === null) throw unknownEndpoint();
  return result;
}

function unknownEndpoint(): Error {
  return apiError('unknown_webhook_endpoint', {}, { param: 'endpointId' });
}
