import type { Context } from 'koa';
import type { ProjectInfo } from '../../context/request-context.ts';
import { type Clock, timeFor } from '../../util/clock.ts';
import { withoutIdentity, cacheKey } from '../cache/cache-scope.ts';
import { descriptionResponder } from '../cache/describer.ts';
import { sendStream, abortOnDisconnect, wantsStream } from '../response/event-stream.ts';
import type { RequestInput } from '../query/input.ts';
import { timeLimitOf } from './request-deadline.ts';
import type { AdmittedRequest, RequestDetails } from './request-services.ts';
import { requestSource } from '../server/request-source.ts';
import {
  requestsCacheTags,
  type CacheMetadata,
  metadataOf,
  setMetadataHeaders,
} from '../cache/cache-metadata.ts';
import type { ServedResponse } from '../cache/response-cache.ts';
import { isCacheable, openContext, type RouteHandler, routeHandler } from './route-handler.ts';
import type { Route } from './route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';
import type { Step, WorkState } from './request-state.ts';

/** The last step of a route: runs its work within the time of the request, or opens its stream. */
export function requestWork(route: Route, deps: EndpointDeps): Step {
  const handle = routeHandler(route, deps);
  const respond = responder(route, deps, handle);

  return async (ctx) => {
    const state = ctx.state as WorkState;
    const { request, workTime, commit, progress } = state;
    const details = detailsOf(ctx, route, deps, request);
    if (commit !== undefined) {
      state.cacheable = await handle(state, { ...details, commit, ...(progress && { progress }) }, request);
      return;
    }
    const isStream = route.stream !== undefined && wantsStream(ctx);
    const isHeld = isStream || (route.heldMs?.(request.input) ?? 0) > 0;
    if (isHeld && details.signal !== undefined) deps.heldConnections.hold(ctx, state, details.signal);
    if (route.stream !== undefined) ctx.vary('Accept');
    if (isStream) return stream(ctx, deps, { route, details, request });
    const response = respond(state, details, request);
    const pending =
      response instanceof Promise ? workTime.wait(response, timeLimitOf(route, request.input)) : response;
    const served = wantsCacheTags(ctx) ? await withCacheHeaders(ctx, pending, deps.clock) : await pending;
    state.response = served.response;
  };
}

/** Adds the cache headers of the response, or of its 404. */
async function withCacheHeaders(
  ctx: Context,
  pending: ServedResponse | Promise<ServedResponse>,
  clock: Clock,
): Promise<ServedResponse> {
  try {
    const served = await pending;
    if (served.metadata !== null) applyMetadata(ctx, served.metadata, clock);
    return served;
  } catch (thrown) {
    const metadata = metadataOf(thrown);
    if (metadata !== undefined) applyMetadata(ctx, metadata, clock);
    throw thrown;
  }
}

/** Whether the caller asks for cache tags, or shared caches may store the response. */
function wantsCacheTags(ctx: Context): boolean {
  return requestsCacheTags(ctx) || modeFor(ctx.state) !== null;
}

/**
 * How shared caches may store the response: only for publishable keys. A cache that doesn't vary by key stores nothing
 * for a narrowed key.
 */
function modeFor({ project, caller }: AdmittedRequest): ProjectInfo['cdn'] {
  if (caller.purpose !== 'publishable') return null;
  return caller.grant !== null && project.cdn?.profile === 'edge' ? null : project.cdn;
}

function applyMetadata(ctx: Context, metadata: CacheMetadata, clock: Clock): void {
  const state = ctx.state as WorkState;
  if (requestsCacheTags(ctx)) setMetadataHeaders(ctx, metadata);
  const mode = modeFor(state);
  if (mode !== null) state.shared = { mode, metadata, now: timeFor(state.project, clock) };
}

/** The details of the request for its context: id, clock, conditions, deadline. */
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
    ...(wantsCacheTags(ctx) ? { wantsCacheTags: true } : {}),
    ...(route.heldMs !== undefined ? { signal: abortOnDisconnect(ctx, deps.stopping), admitAgain } : {}),
  };
}

/** Serves cacheable routes from the response cache, and builds the responses of other routes. */
function responder(route: Route, deps: EndpointDeps, handle: RouteHandler) {
  if (route.describes === true) return descriptionResponder(route, deps, handle);

  const buildResponse = async (...request: Parameters<RouteHandler>): Promise<ServedResponse> => ({
    response: (await handle(...request)).response,
    metadata: null,
  });

  return (
    state: AdmittedRequest,
    details: RequestDetails,
    request: RequestInput,
  ): ServedResponse | Promise<ServedResponse> => {
    if (!isCacheable(route)) return buildResponse(state, details, request);
    const { project, caller } = state;
    const key = cacheKey(project.id, caller, route.path, request.canonicalText);
    const version = { revision: project.revision, now: details.now, modules: project };
    return deps.responseCache.serve(key, version, () =>
      handle({ ...state, caller: withoutIdentity(caller) }, details, request),
    );
  };
}

interface StreamRequest {
  route: Route;
  details: RequestDetails;
  request: RequestInput;
}

async function stream(
  ctx: Context,
  { gate, responses }: EndpointDeps,
  { route, details, request }: StreamRequest,
): Promise<void> {
  const state = ctx.state as WorkState;
  const context = await openContext(route, gate, gate.openProject(state, details), request.releaseId);
  const messages = route.stream?.(context, request.input, ctx.get('Last-Event-ID') || null);
  if (messages === undefined) return;
  sendStream(ctx, await state.workTime.wait(messages));
  responses.disconnectStalled(ctx.res);
}
