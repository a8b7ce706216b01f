import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { newId } from '../../contract/ids.ts';
import type { Clock } from '../clock.ts';
import { bearer } from './bearer.ts';
import { bodyParser } from './body.ts';
import { allowOrigin, answerPreflight, isPreflight } from './cors.ts';
import { asProblem, errorEnvelope, errorHeaders } from './envelope.ts';
import { requestPipeline } from './request-pipeline.ts';
import { noRoute, noSuchEndpoint } from './no-route.ts';
import { requestLog } from './request-log.ts';
import { exactPaths } from './exact-paths.ts';
import { declaredOnly } from './route-errors.ts';
import type { RequestState, ServerDeps } from './server-deps.ts';
import { RequestDeadline } from './request-deadline.ts';

/** The service as a Koa application. Under /v1: request id, log, problems, origin, key, route, budget, body, check, work. */
export function createServer(deps: ServerDeps): Koa {
  const app = new Koa({ proxy: deps.trustedProxyHops > 0, maxIpsCount: deps.trustedProxyHops });
  app.silent = true;
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!callerLeft(error)) deps.log.warn({ error: error.name }, 'connection failed');
  });

  const router = new Router(exactPaths);
  const parseBody = bodyParser(deps.bodies);
  for (const route of deps.routes) {
    const checks = deps.checkAnswers ? [declaredOnly(route)] : [];
    router.register(route.path, [route.method], [...checks, requestPipeline(route, deps, parseBody)]);
  }

  app.use(requestId(deps.clock));
  app.use(requestLog(deps.log, deps.meter));
  app.use(problems(deps));
  for (const page of deps.pages) app.use(page);
  app.use(preflights);
  app.use(authenticate(deps));
  app.use(router.routes());
  app.use(noRoute(router, deps));
  return app;
}

/** Callers leave streams and long answers whenever they like; there is nothing to look after. */
function callerLeft({ code }: NodeJS.ErrnoException): boolean {
  return code !== undefined && ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code);
}

function requestId(clock: Clock): Middleware {
  return (ctx, next) => {
    const id = newId('request', clock.now());
    (ctx.state as RequestState).requestId = id;
    ctx.set('X-Request-Id', id);
    return next();
  };
}

function problems({ log, baseUrl }: ServerDeps): Middleware {
  return async (ctx, next) => {
    const { requestId } = ctx.state as RequestState;
    try {
      await next();
    } catch (thrown) {
      const fault = asProblem(thrown);
      (ctx.state as RequestState).refusal = fault.code;
      if (fault.status >= 500) log.error({ request_id: requestId, fault: describe(thrown) }, fault.code);
      ctx.status = fault.status;
      ctx.set(errorHeaders(fault));
      ctx.body = errorEnvelope(fault, { requestId, baseUrl });
    }
  };
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}

const preflights: Middleware = (ctx, next) => {
  if (!isPreflight(ctx)) return next();
  answerPreflight(ctx);
  return undefined;
};

/** The key comes before the path: a stranger learns nothing about what exists. */
function authenticate({ gate, anonymous, workTimeMs }: ServerDeps): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/v1' && !ctx.path.startsWith('/v1/')) {
      anonymous.spend(ctx);
      throw noSuchEndpoint(ctx);
    }
    const token = bearer(ctx.get('Authorization'));
    ctx.vary('Authorization, Origin, Accept-Encoding');
    ctx.set('Cache-Control', 'private, no-cache');
    allowOrigin(ctx, token);
    const workTime = new RequestDeadline(workTimeMs);
    const request = { origin: ctx.get('Origin'), address: ctx.ip };
    const admitAgain = () => gate.admit(token, request);
    const admitted = await anonymous.whenRefused(ctx, workTime.wait(admitAgain()));
    Object.assign(ctx.state, { workTime, admitAgain, ...admitted });
    await next();
  };
}
