import type { Context } from 'koa';
import type { ProjectInfo } from '../../context/request-context.ts';
import { type Clock, timeFor } from '../../util/clock.ts';
import { withoutIdentity, cacheKey } from '../cache/cache-scope.ts';
import { describer } from '../cache/describer.ts';
import { sendStream, abortOnDisconnect, wantsStream } from '../response/event-stream.ts';
import type { RequestInput } from '../query/input.ts';
import { requestTimeMs } from './request-deadline.ts';
import type { AdmittedRequest, RequestDetails } from './request-services.ts';
import { requestSource } from '../server/came-through.ts';
import { asksForTags, type Reading, readingOf, setReading } from '../cache/reading.ts';
import type { ServedResponse } from '../cache/response-cache.ts';
import { isCacheable, openCall, type RouteHandler, routeHandler } from './route-handler.ts';
import type { Route } from './route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';
import type { Step, WorkState } from './request-state.ts';

/** The last step of a route of the API: its work within the time of the request, or its stream. */
export function requestWork(route: Route, deps: EndpointDeps): Step {
  const make = routeHandler(route, deps);
  const give = answerer(route, deps, make);

  return async (ctx) => {
    const state = ctx.state as WorkState;
    const { request, workTime, commit } = state;
    const details = detailsOf(ctx, route, deps, request);
    if (commit !== undefined) {
      state.made = await make(state, { ...details, commit }, request);
      return;
    }
    const isStream = route.stream !== undefined && wantsStream(ctx);
    const isHeld = isStream || (route.heldMs?.(request.input) ?? 0) > 0;
    if (isHeld && details.signal !== undefined) deps.held.hold(ctx, state, details.signal);
    if (route.stream !== undefined) ctx.vary('Accept');
    if (isStream) return stream(ctx, deps, { route, details, request });
    const made = give(state, details, request);
    const giving = made instanceof Promise ? workTime.wait(made, timeLimitOf(route, request.input)) : made;
    const given = wantsCacheTags(ctx) ? await telling(ctx, giving, deps.clock) : await giving;
    state.answer = given.answer;
  };
}

/** Tells who keeps answers what this one shows; of a 404 what was asked for. */
async function telling(
  ctx: Context,
  giving: ServedResponse | Promise<ServedResponse>,
  clock: Clock,
): Promise<ServedResponse> {
  try {
    const given = await giving;
    if (given.reading !== null) tell(ctx, given.reading, clock);
    return given;
  } catch (thrown) {
    const reading = readingOf(thrown);
    if (reading !== undefined) tell(ctx, reading, clock);
    throw thrown;
  }
}

/** Whether anybody may keep the answer: who asks for it, or shared caches. */
function wantsCacheTags(ctx: Context): boolean {
  return asksForTags(ctx) || modeFor(ctx.state) !== null;
}

/**
 * How shared caches may store what this caller reads: of publishable keys alone. A cache that does not ask who reads stores
 * nothing of a narrowed one.
 */
function modeFor({ project, caller }: AdmittedRequest): ProjectInfo['cdn'] {
  if (caller.purpose !== 'publishable') return null;
  return caller.grant !== null && project.cdn?.profile === 'edge' ? null : project.cdn;
}

function tell(ctx: Context, reading: Reading, clock: Clock): void {
  const state = ctx.state as WorkState;
  if (asksForTags(ctx)) setReading(ctx, reading);
  const mode = modeFor(state);
  if (mode !== null) state.shared = { mode, reading, now: timeFor(state.project, clock) };
}

/** What the call of a request says beside its caller: number, clock, conditions, time. */
export function detailsOf(
  ctx: Context,
  route: Route,
  deps: EndpointDeps,
  request: RequestInput,
): RequestDetails {
  const { requestId, project, workTime, admitAgain } = ctx.state as WorkState;
  return {
    requestId,
    ...requestSource(ctx),
    now: timeFor(project, deps.clock),
    ifMatch: ctx.get('If-Match') || null,
    dryRun: request.dryRun,
    endsAt: workTime.endsAt(timeLimitOf(route, request.input)),
    onDelay: workTime.onDelay,
    ...(request.images === undefined ? {} : { images: request.images }),
    ...(wantsCacheTags(ctx) ? { tellsTags: true } : {}),
    ...(route.heldMs !== undefined ? { signal: abortOnDisconnect(ctx, deps.stopping), admitAgain } : {}),
  };
}

/** Makes what gives a route's answer: a kept one, if answers of the route may be kept, or a new one. */
function answerer(route: Route, deps: EndpointDeps, make: RouteHandler) {
  if (route.describes === true) return describer(route, deps, make);
  const isKept = isCacheable(route);

  const buildResponse = async (...asked: Parameters<RouteHandler>): Promise<ServedResponse> => ({
    answer: (await make(...asked)).answer,
    reading: null,
  });

  return (
    state: AdmittedRequest,
    details: RequestDetails,
    request: RequestInput,
  ): ServedResponse | Promise<ServedResponse> => {
    if (!isKept) return buildResponse(state, details, request);
    const { project, caller } = state;
    const key = cacheKey(project.id, caller, route.path, request.asked);
    const seen = { revision: project.revision, now: details.now, modules: project };
    return deps.kept.answer(key, seen, () =>
      make({ ...state, caller: withoutIdentity(caller) }, details, request),
    );
  };
}

interface Opening {
  route: Route;
  details: RequestDetails;
  request: RequestInput;
}

async function stream(
  ctx: Context,
  { gate, responses }: EndpointDeps,
  { route, details, request }: Opening,
): Promise<void> {
  const state = ctx.state as WorkState;
  const context = await openCall(route, gate, gate.openProject(state, details), request.releaseId);
  const messages = route.stream?.(context, request.input, ctx.get('Last-Event-ID') || null);
  if (messages === undefined) return;
  sendStream(ctx, await state.workTime.wait(messages));
  responses.disconnectStalled(ctx.res);
}

function timeLimitOf(route: Route, input: unknown): number | undefined {
  const heldMs = route.heldMs?.(input);
  return heldMs === undefined ? route.timeLimitMs : (route.timeLimitMs ?? requestTimeMs) + heldMs;
}
