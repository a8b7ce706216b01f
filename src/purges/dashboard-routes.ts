import { Type } from '@sinclair/typebox';
import { Attempt, Delivery } from '../deliveries/schema.ts';
import { dashboardRoute } from '../platform/http/dashboard-route.ts';
import { DeliveryList, DeliveryQuery, ReplaySince } from '../webhooks/schema.ts';
import {
  addTarget,
  changeOneTarget,
  listShownTargets,
  listTargetHistory,
  newTargetSecret,
  purgeByHand,
  removeOneTarget,
  replayOneTarget,
  showTarget,
  showTargetDelivery,
  testOneTarget,
} from './dashboard.ts';
import { listTold } from './log.ts';
import {
  Behind,
  ChangeTarget,
  CreateTarget,
  PurgedNow,
  PurgeNow,
  ShownTarget,
  ShownTargetList,
  TargetWithSecret,
  ToldList,
  ToldQuery,
} from './schema.ts';

const owner = { scope: 'project', who: 'owner' } as const;
const TargetPath = Type.Object({ targetId: Type.String() });
const DeliveryPath = Type.Object({ targetId: Type.String(), deliveryId: Type.String() });
/** One attempt takes as long as a receiver may, in milliseconds. */
const testTimeMs = 15_000;

export const purgeScreenRoutes = [
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/purge-targets',
    summary: 'Lists the purge targets with their health, and how far behind each is.',
    input: {},
    output: ShownTargetList,
    run: listShownTargets,
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/purge-targets',
    summary: 'Makes a purge target; its signing secret is shown this once.',
    status: 201,
    stepUp: true,
    input: { body: CreateTarget },
    output: TargetWithSecret,
    run: (call, { body }) => addTarget(call, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/purge-targets/:targetId',
    summary: 'Reads one purge target with its health.',
    input: { path: TargetPath },
    output: ShownTarget,
    run: (call, { path }) => showTarget(call, path.targetId),
  }),
  dashboardRoute({
    ...owner,
    method: 'PATCH',
    path: '/purge-targets/:targetId',
    summary: 'Changes address, token and times, disables, or enables again.',
    stepUp: ({ body }) => body.url !== undefined,
    input: { path: TargetPath, body: ChangeTarget },
    output: ShownTarget,
    run: (call, { path, body }) => changeOneTarget(call, path.targetId, body),
  }),
  dashboardRoute({
    ...owner,
    method: 'DELETE',
    path: '/purge-targets/:targetId',
    summary: 'Removes a purge target with its history.',
    status: 204,
    input: { path: TargetPath },
    output: null,
    run: (call, { path }) => removeOneTarget(call, path.targetId),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/purge-targets/:targetId/rotate',
    summary: 'Gives a purge target a new signing secret, shown this once; the old one is void.',
    stepUp: true,
    input: { path: TargetPath },
    output: TargetWithSecret,
    run: (call, { path }) => newTargetSecret(call, path.targetId),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/purge-targets/:targetId/test',
    summary: 'Purges a tag that nothing carries, and answers what came of it.',
    timeLimitMs: testTimeMs,
    input: { path: TargetPath },
    output: Attempt,
    run: (call, { path }) => testOneTarget(call, path.targetId),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/purge-targets/:targetId/replay',
    summary: 'Tells a target again, in one purge, of all that changed since a moment.',
    input: { path: TargetPath, body: ReplaySince },
    output: Behind,
    run: (call, { path, body }) => replayOneTarget(call, path.targetId, body.since),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/purge-targets/:targetId/deliveries',
    summary: 'Lists what was sent to a purge target, newest first.',
    input: { path: TargetPath, query: DeliveryQuery },
    output: DeliveryList,
    run: (call, { path, query }) => listTargetHistory(call, path.targetId, query),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/purge-targets/:targetId/deliveries/:deliveryId',
    summary: 'Reads one purge: its body, every attempt, and when the next one is due.',
    input: { path: DeliveryPath },
    output: Delivery,
    run: (call, { path }) => showTargetDelivery(call, path),
  }),
  dashboardRoute({
    ...owner,
    method: 'GET',
    path: '/purges',
    summary: 'Lists what changes told those who keep answers, newest first, and how far each target is.',
    input: { query: ToldQuery },
    output: ToldList,
    run: (call, { query }) => listTold(call, query),
  }),
  dashboardRoute({
    ...owner,
    method: 'POST',
    path: '/purges',
    summary: 'Tells all targets to drop these tags, or everything.',
    status: 201,
    input: { body: PurgeNow },
    output: PurgedNow,
    run: (call, { body }) => purgeByHand(call, body),
  }),
];
