import type { Context, Middleware } from 'koa';
import { problem } from '../../contract/problem.ts';
import { timeFor } from '../clock.ts';
import type { ParseBody } from './body.ts';
import { spend } from './budget.ts';
import { blanked, cacheKey } from './cache-scope.ts';
import { describer } from './describer.ts';
import { sendStream, untilNobodyWaits, wantsStream } from './event-stream.ts';
import type { AdmittedRequest, CallDetails } from './request-services.ts';
import { inputReader, type RequestInput } from './input.ts';
import {
  fingerprintOf,
  idempotencyKeyOf,
  type IdempotentRequest,
  replayedAnswer,
  type WrittenItem,
} from './idempotency.ts';
import type { SerializedResponse } from './serialized-response.ts';
import type { Route } from './route.ts';
import { send } from './send.ts';
import type { EndpointDeps, RequestState } from './server-deps.ts';
import { isCacheable, openCall, routeHandler } from './route-handler.ts';
import { requestTimeMs } from './request-deadline.ts';

type EndpointState = RequestState & AdmittedRequest;

/** The way of one request through one route: budget, body, check, work, answer. */
export function requestPipeline(route: Route, deps: EndpointDeps, parseBody: ParseBody): Middleware {
  const readInput = inputReader(route);
  const answer = answerer(route, deps);

  return async (ctx) => {
    const state = ctx.state as EndpointState;
    const { caller, project, workTime } = state;
    if (route.key === 'secret' && caller.purpose !== 'secret') throw problem('secret_key_required', {});
    await spend(ctx, deps.gate, { caller, project, budget: route.budget });
    const sentKey = route.method === 'POST' ? idempotencyKeyOf(ctx) : null;
    const idempotencyKey = isTrial(route, ctx) ? null : sentKey; // a trial stores nothing, so it is simply run again
    if (route.input.body !== undefined) await parseBody(ctx, state.project.id); // others are not read at all
    if (idempotencyKey !== null) {
      const working = deps.gate.runIdempotent(
        idempotentRequest(ctx, idempotencyKey),
        (commit) => {
          const request = readInput(ctx);
          return answer.make(state, { ...detailsOf(ctx, route, deps, request), commit }, request);
        },
        (kept) => remade(ctx, { route, deps, kept }),
      );
      send(ctx, replayedAnswer(ctx, await workTime.wait(working, route.timeLimitMs)), deps.outgoing);
      return;
    }
    const request = readInput(ctx);
    const details = detailsOf(ctx, route, deps, request);
    const isStream = route.stream !== undefined && wantsStream(ctx);
    const isHeld = isStream || (route.heldMs?.(request.input) ?? 0) > 0;
    if (isHeld && details.signal !== undefined) deps.held.hold(ctx, state, details.signal);
    if (route.stream !== undefined) {
      ctx.vary('Accept');
      if (isStream) return stream(ctx, deps, { route, details, request });
    }
    const limitMs = timeLimitOf(route, request.input);
    send(ctx, await workTime.wait(answer.give(state, details, request), limitMs), deps.outgoing);
  };
}

/** Whether the request asks for a trial. */
function isTrial({ dryRun = false }: Route, ctx: Context): boolean {
  return dryRun && new URLSearchParams(ctx.querystring).get('dry_run') === 'true';
}

function idempotentRequest(ctx: Context, idempotencyKey: string): IdempotentRequest {
  const { caller, project } = ctx.state as EndpointState;
  return { projectId: project.id, keyId: caller.keyId, idempotencyKey, fingerprint: fingerprintOf(ctx) };
}

function detailsOf(ctx: Context, route: Route, deps: EndpointDeps, request: RequestInput): CallDetails {
  const { requestId, project, workTime, admitAgain } = ctx.state as EndpointState;
  return {
    requestId,
    now: timeFor(project, deps.clock),
    ifMatch: ctx.get('If-Match') || null,
    dryRun: request.dryRun,
    endsAt: workTime.endsAt(timeLimitOf(route, request.input)),
    ...(route.heldMs !== undefined ? { signal: untilNobodyWaits(ctx, deps.stopping), admitAgain } : {}),
  };
}

/** Makes what gives a route's answer: a kept one, if answers of the route may be kept, or a new one. */
function answerer(route: Route, deps: EndpointDeps) {
  const make = routeHandler(route, deps);
  if (route.describes === true) return { make, give: describer(route, deps, make) };
  const isKept = isCacheable(route);

  const give = async (
    state: AdmittedRequest,
    details: CallDetails,
    request: RequestInput,
  ): Promise<SerializedResponse> => {
    if (!isKept) return (await make(state, details, request)).answer;
    const { project, caller } = state;
    const key = cacheKey(project.id, caller, route.path, request.asked);
    const seen = { revision: project.revision, now: details.now };
    return deps.kept.answer(key, seen, () => make({ ...state, caller: blanked(caller) }, details, request));
  };
  return { make, give };
}

/** The part of an answer that was too large to be kept, made anew; undefined when it cannot be. */
async function remade(
  ctx: Context,
  { route, deps, kept }: { route: Route; deps: EndpointDeps; kept: WrittenItem },
): Promise<unknown> {
  const state = ctx.state as EndpointState;
  const { releaseId, input } = inputReader(route)(ctx);
  const details = detailsOf(ctx, route, deps, { releaseId, input, dryRun: false, asked: '' });
  const call = await openCall(route, deps.gate, deps.gate.openProject(state, details), releaseId);
  return route.large?.remake(call, kept);
}

interface Opening {
  route: Route;
  details: CallDetails;
  request: RequestInput;
}

async function stream(
  ctx: Context,
  { gate, outgoing }: EndpointDeps,
  { route, details, request }: Opening,
): Promise<void> {
  const state = ctx.state as EndpointState;
  const call = await openCall(route, gate, gate.openProject(state, details), request.releaseId);
  const messages = route.stream?.(call, request.input, ctx.get('Last-Event-ID') || null);
  if (messages === undefined) return;
  sendStream(ctx, await state.workTime.wait(messages));
  outgoing.watch(ctx.res);
}

function timeLimitOf(route: Route, input: unknown): number | undefined {
  const heldMs = route.heldMs?.(input);
  return heldMs === undefined ? route.timeLimitMs : (route.timeLimitMs ?? requestTimeMs) + heldMs;
}
