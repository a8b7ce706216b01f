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

/** All endpoints, oldest first, with the events that an endpoint can select. */
export async function listShownEndpoints({ db }: MemberContext) {
  const endpoints = await listEndpoints(db);
  return { data: await withHealth(db, endpoints), events: [...eventNames] };
}

/** @throws unknown_webhook_endpoint */
export async function showEndpoint({ db }: MemberContext, id: string): Promise<ShownEndpoint> {
  return endpointWithHealth(db, existing(await readEndpoint(db, id)));
}

/** @throws invalid_field_value (url, events), limit_reached */
export function addEndpoint(context: MemberContext, sent: CreateEndpoint) {
  return createEndpoint(context.db, sent, sealing(context));
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
  existing(await readEndpoint(db, id));
  const switched = enabled === undefined ? {} : { enabled, held };
  const changed = await updateEndpoint(db, id, { ...changes, ...switched }, context);
  return endpointWithHealth(db, existing(changed));
}

/** @throws unknown_webhook_endpoint */
export async function removeOneEndpoint(context: MemberContext, id: string) {
  existing(await readEndpoint(context.db, id));
  if (!(await deleteEndpoint(context.db, id, context))) throw unknownEndpoint();
  return respond(null, { status: 204 });
}

/** @throws unknown_webhook_endpoint */
export async function newSecret(context: MemberContext, id: string) {
  existing(await readEndpoint(context.db, id));
  return existing(await rotateSecret(context.db, id, sealing(context)));
}

function sealing({ now, actor, origin, bounds, tools }: MemberContext) {
  return { now, actor, origin, bounds, box: tools.sending.box };
}

/** @throws unknown_webhook_endpoint */
export async function testEndpoint(context: MemberContext, id: string): Promise<Attempt> {
  existing(await readEndpoint(context.db, id));
  return existing(await sendTest(context.tools.sending, id, { db: context.db, by: context }));
}

/** What was found, or the 404. @throws unknown_webhook_endpoint */
export function existing<T>(found: T | null): T {
  if (found === null) throw unknownEndpoint();
  return found;
}

function unknownEndpoint(): Error {
  return apiError('unknown_webhook_endpoint', {}, { param: 'endpointId' });
}
