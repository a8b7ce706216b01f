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
import { refusalIn } from '../admission/refused.ts';
import { noRoute, outsideOfApi } from './no-route.ts';
import { requestLog } from '../server/request-log.ts';
import type { ExpectedRequest } from './request-services.ts';
import type { Route } from './route.ts';
import { type RouteMatch, RouteTable } from './route-table.ts';
import type { ServerDeps } from '../server/server-deps.ts';
import { RequestDeadline } from './request-deadline.ts';
import type { RequestState, Step } from './request-state.ts';
import { admit, requestPipeline } from './steps.ts';

/** The service as a Koa application. Under /v1: request id, log, problems, origin, key, route, budget, body, check, work. */
export function createServer(deps: ServerDeps): Koa {
  const app = new Koa({ proxy: deps.trustedProxyHops > 0, maxIpsCount: deps.trustedProxyHops });
  app.silent = true;
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!callerLeft(error)) deps.log.warn({ error: error.name }, 'connection failed');
  });

  const table = new RouteTable(deps.routes);
  app.use(requestId(deps.clock));
  app.use(requestLog(deps.log, deps.meter));
  app.use(problems(deps));
  for (const notice of deps.notices) app.use(notice);
  app.use(outsideApi(deps.pages));
  app.use(preflights);
  app.use(byKey(deps, table));
  app.use(dispatch(deps));
  app.use(noRoute(table, deps));
  return app;
}

/** Callers leave streams and long answers whenever they like; there is nothing to look after. */
function callerLeft({ code }: NodeJS.ErrnoException): boolean {
  return code !== undefined && ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code);
}

/** The pages, which no path of the API is: its requests pass all of them by at once. */
function outsideApi(pages: readonly Middleware[]): Middleware {
  const tx = compose([...pages]);
  return (ctx, next) => (isOfApi(ctx.path) ? next() : tx(ctx, next));
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

function problems({ log, baseUrl, clock, countRefusal }: ServerDeps): Middleware {
  return async (ctx, next) => {
    const { requestId } = ctx.state as RequestState;
    try {
      await next();
    } catch (thrown) {
      const fault = toApiError(thrown);
      const state = ctx.state as RequestState;
      const { shared } = state;
      state.refusal = fault.code;
      const refusal = refusalIn(ctx, fault.code, clock.now());
      if (refusal !== null) countRefusal(refusal);
      if (fault.status >= 500) log.error({ request_id: requestId, fault: describe(thrown) }, fault.code);
      ctx.status = fault.status;
      ctx.set(errorHeaders(fault));
      if (shared !== undefined && fault.status === 404) setCacheHeaders(ctx, shared);
      ctx.body = errorEnvelope(fault, { requestId, baseUrl });
    }
  };
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

const preflights: Middleware = (ctx, next) => {
  if (!isPreflight(ctx)) return next();
  respondToPreflight(ctx);
  return undefined;
};

/** What is known of a request before its key is. */
interface MatchedState {
  match?: RouteMatch<Route> | null;
}

/** The key comes before the path: a stranger learns nothing about what exists. */
function byKey({ gate, anonymous, workTimeMs }: ServerDeps, table: RouteTable<Route>): Step {
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

/** What the request will be counted by, unless its key may not ask at all. */
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
    // As the dashboard's router leaves them: the input of the route, and by what the request is counted.
    Object.assign(ctx, { params: match.params, _matchedRoute: match.route.path });
    await pipeline(ctx, next);
  };
}
