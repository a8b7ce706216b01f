import { Type } from '@sinclair/typebox';
import { Attempt, Delivery } from '../deliveries/schema.ts';
import { dashboardRoute } from '../platform/http/dashboard-route.ts';
import {
  addEndpoint,
  changeOneEndpoint,
  listShownEndpoints,
  newSecret,
  removeOneEndpoint,
  showEndpoint,
  testEndpoint,
} from './dashboard.ts';
import { listHistory, replayDeliveryOf, replayFrom, showDelivery } from './history.ts';
import {
  ChangeEndpoint,
  CreateEndpoint,
  DeliveryList,
  DeliveryQuery,
  EndpointWithSecret,
  Replayed,
  ReplaySince,
  ShownEndpoint,
  ShownEndpointList,
} from './schema.ts';

const owner = { scope: 'project', who: 'owner' } as const;
const EndpointPath = Type.Object({ endpointId: Type.String() });
const DeliveryPath = Type.Object({ endpointId: Type.String(), deliveryId: Type.String() });
/** One attempt takes as long as a receiver may, in milliseconds. */
const testTimeMs = 15_000;

export const webhookScreenRoutes = [
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/webhooks',
    summary: 'Lists the webhook endpoints with their health, and the names of all events.',
    input: {},
    output: ShownEndpointList,
    run: listShownEndpoints,
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/webhooks',
    summary: 'Makes an endpoint; its signing secret is shown this once.',
    status: 201,
    stepUp: true,
    input: { body: CreateEndpoint },
    output: EndpointWithSecret,
    run: (call, { body }) => addEndpoint(call, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/webhooks/:endpointId',
    summary: 'Reads one endpoint with its health.',
    input: { path: EndpointPath },
    output: ShownEndpoint,
    run: (call, { path }) => showEndpoint(call, path.endpointId),
  }),
  dashboardRoute({
    ...owner,
    method: 'PATCH',
    path: '/webhooks/:endpointId',
    summary: 'Changes address, subscriptions and whether tags are sent, disables, or enables again.',
    stepUp: ({ body }) => body.url !== undefined,
    input: { path: EndpointPath, body: ChangeEndpoint },
    output: ShownEndpoint,
    run: (call, { path, body }) => changeOneEndpoint(call, path.endpointId, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'DELETE',
    path: '/webhooks/:endpointId',
    summary: 'Removes an endpoint with its queue and its history.',
    status: 204,
    input: { path: EndpointPath },
    output: null,
    run: (call, { path }) => removeOneEndpoint(call, path.endpointId),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/webhooks/:endpointId/rotate',
    summary: 'Gives an endpoint a new signing secret, shown this once; the old one is void.',
    stepUp: true,
    input: { path: EndpointPath },
    output: EndpointWithSecret,
    run: (call, { path }) => newSecret(call, path.endpointId),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/webhooks/:endpointId/test',
    summary: 'Sends a test event now and answers what came of it.',
    timeLimitMs: testTimeMs,
    input: { path: EndpointPath },
    output: Attempt,
    run: (call, { path }) => testEndpoint(call, path.endpointId),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/webhooks/:endpointId/replay',
    summary: 'Sends everything again that happened since a moment.',
    timeLimitMs: testTimeMs,
    input: { path: EndpointPath, body: ReplaySince },
    output: Replayed,
    run: (call, { path, body }) => replayFrom(call, path.endpointId, body.since),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/webhooks/:endpointId/deliveries',
    summary: 'Lists the deliveries of an endpoint, newest event first.',
    input: { path: EndpointPath, query: DeliveryQuery },
    output: DeliveryList,
    run: (call, { path, query }) => listHistory(call, path.endpointId, query),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/webhooks/:endpointId/deliveries/:deliveryId',
    summary: 'Reads one delivery: its body, every attempt, and when the next one is due.',
    input: { path: DeliveryPath },
    output: Delivery,
    run: (call, { path }) => showDelivery(call, path),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/webhooks/:endpointId/deliveries/:deliveryId/replay',
    summary: 'Sends one delivery again, with its id and its bytes.',
    input: { path: DeliveryPath },
    output: Delivery,
    run: (call, { path }) => replayDeliveryOf(call, path),
  }),
];
