import Koa, { type Context, type Middleware } from 'koa';
import compose from 'koa-compose';
import { newId } from '../../../contract/ids.ts';
import type { Clock } from '../../util/clock.ts';
import { bearer } from '../admission/bearer.ts';
import { bodyParser } from '../request/body.ts';
import { setCacheHeaders } from '../cache/cache-headers.ts';
import { allowOrigin, respondToPreflight, isPreflight } from '../admission/cors.ts';
import { toApiError, errorEnvelope, errorHeaders } from '../response/envelope.ts';
import { checkGrant, matchesGrant } from './authorize.ts';
import { rejectionOf } from '../admission/rejected-request.ts';
import { noRoute, outsideOfApi } from './no-route.ts';
import { isTracing, traceRequests } from '../../tracing/index.ts';
import { monitoredPaths, requestLog } from '../server/request-log.ts';
import { routeOf } from '../server/request-meter.ts';
import type { ExpectedRequest } from './request-services.ts';
import type { Route } from './route.ts';
import { type RouteMatch, RouteTable } from './route-table.ts';
import type { ServerDeps } from '../server/server-deps.ts';
import { RequestDeadline } from './request-deadline.ts';
import type { RequestState, Step } from './request-state.ts';
import { admit, requestPipeline } from './steps.ts';

/** The service as a Koa application. Requests under /v1 pass the middleware below, then the steps of their route. */
export function createServer(deps: ServerDeps): Koa {
  const app = new Koa({ proxy: deps.trustedProxyHops > 0, maxIpsCount: deps.trustedProxyHops });
  app.silent = true;
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!isDisconnect(error)) deps.log.warn({ error: error.name }, 'connection failed');
  });

  const table = new RouteTable(deps.routes);
  if (isTracing()) app.use(traceRequests({ routeOf, isIgnored: (path) => monitoredPaths.includes(path) }));
  app.use(requestId(deps.clock));
  app.use(requestLog(deps));
  app.use(errorResponses(deps));
  for (const notice of deps.notices) app.use(notice);
  app.use(outsideApi(deps.pages));
  app.use(preflights);
  app.use(admitByKey(deps, table));
  app.use(dispatch(deps));
  app.use(noRoute(table, deps));
  return app;
}

/** Whether the caller closed the connection, which is not a failure: callers may end a stream at any time. */
function isDisconnect({ code }: NodeJS.ErrnoException): boolean {
  return code !== undefined && ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code);
}

/** Serves the pages. Requests to the API skip all of them. */
function outsideApi(pages: readonly Middleware[]): Middleware {
  const servePages = compose([...pages]);
  return (ctx, next) => (isOfApi(ctx.path) ? next() : servePages(ctx, next));
}

function isOfApi(path: string): boolean {
  return path.startsWith('/v1/') || path === '/v1';
}

function requestId(clock: Clock): Middleware {
  return (ctx, next) => {
    const id = newId('request', clock.now());
    (ctx.state as RequestState).requestId = id;
    ctx.set('X-Request-Id', id);
    return next();
  };
}

/** Responds to everything that a later step throws. */
function errorResponses({ log, baseUrl, clock, countRejection }: ServerDeps): Middleware {
  return async (ctx, next) => {
    const { requestId } = ctx.state as RequestState;
    try {
      await next();
    } catch (thrown) {
      const error = toApiError(thrown);
      const state = ctx.state as RequestState;
      const { shared } = state;
      state.errorCode = error.code;
      const rejection = rejectionOf(ctx, error.code, clock.now());
      if (rejection !== null) countRejection(rejection);
      if (error.status >= 500) log.error({ request_id: requestId, fault: describe(thrown) }, error.code);
      if (error.warning !== null) log.warn({ request_id: requestId }, error.warning);
      if (error.location !== null) return redirect(ctx, error.location);
      ctx.status = error.status;
      ctx.set(errorHeaders(error));
      if (shared !== undefined && error.status === 404) setCacheHeaders(ctx, shared);
      ctx.body = errorEnvelope(error, { requestId, baseUrl });
    }
  };
}

function redirect(ctx: Context, location: string): void {
  ctx.status = 303;
  ctx.set('Location', location);
  ctx.body = null;
  ctx.status = 303; // Koa makes an empty body a 204
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

const preflights: Middleware = (ctx, next) => {
  if (!isPreflight(ctx)) return next();
  respondToPreflight(ctx);
  return undefined;
};

/** The state of a request before its key is checked. */
interface MatchedState {
  match?: RouteMatch<Route> | null;
}

/** Checks the key before the path, so a stranger doesn't learn which paths exist. */
function admitByKey({ gate, anonymous, workTimeMs }: ServerDeps, table: RouteTable<Route>): Step {
  return async (ctx, next) => {
    if (!isOfApi(ctx.path)) {
      anonymous.spend(ctx);
      throw outsideOfApi(ctx, table);
    }
    const token = bearer(ctx.get('Authorization'));
    ctx.set('Vary', 'Authorization, Origin, Accept-Encoding');
    ctx.set('Cache-Control', 'private, no-cache');
    allowOrigin(ctx, token);
    const state = ctx.state as RequestState & MatchedState;
    state.workTime = new RequestDeadline(workTimeMs);
    const request = { origin: ctx.get('Origin'), address: ctx.ip };
    const match = (state.match = table.find(ctx.method, ctx.path));
    const admitAgain = async () => {
      const admitted = await gate.admit(token, request);
      if (match !== null) checkGrant(ctx, match.route, admitted);
      return admitted;
    };
    const admitting = gate.admit(token, request, match === null ? undefined : expectedOf(ctx, match, token));
    await admit(ctx, anonymous, { admitting, admitAgain });
    await next();
  };
}

/** The budget of the request; undefined if its kind of key is rejected anyway. */
function expectedOf(
  ctx: Context,
  { route, params }: RouteMatch<Route>,
  token: string | null,
): ExpectedRequest | undefined {
  if (route.key === 'secret' && token?.startsWith('sk_') !== true) return undefined;
  return { budget: route.budget, fits: (grant) => matchesGrant(grant, { route, params, query: ctx.query }) };
}

/** Hands the request to its route. */
function dispatch(deps: ServerDeps): Step {
  const parseBody = bodyParser(deps.bodies);
  const pipelines = new Map<Route, Step>();
  for (const route of deps.routes) pipelines.set(route, requestPipeline(route, deps, parseBody));
  return async (ctx, next) => {
    const { match } = ctx.state as MatchedState;
    const pipeline = match == null ? undefined : pipelines.get(match.route);
    if (match == null || pipeline === undefined) return void (await next());
    // The names that @koa/router sets for the dashboard's routes: path parameters, and the route in the log.
    Object.assign(ctx, { params: match.params, _matchedRoute: match.route.path });
    await pipeline(ctx, next);
  };
}
