import Router from '@koa/router';
import compose from 'koa-compose';
import type { Context, Middleware } from 'koa';
import { problem } from '../../contract/problem.ts';
import { bodyParser } from './body.ts';
import type { DoorDeps } from './dashboard-deps.ts';
import { dashboardEndpoint } from './dashboard-endpoint.ts';
import { dashboardPath, type Person } from './dashboard-route.ts';
import { exactPaths } from './exact-paths.ts';
import { memberRoutes } from './member-routes.ts';
import { sessionToken } from './session-cookie.ts';
import { WorkTime } from './work-time.ts';

const prefix = '/dashboard/api';

/**
 * The dashboard's own JSON API (contract, section 14): a session cookie opens it and nothing else does; every change
 * carries the session's token and comes from the dashboard's own origin.
 */
export function dashboardDoor(deps: DoorDeps): Middleware {
  const router = new Router({ ...exactPaths, prefix });
  const parseBody = bodyParser(deps.bodies);
  for (const route of deps.routes)
    router.register(dashboardPath(route), [route.method], [dashboardEndpoint(route, deps, parseBody)]);
  for (const { path, method, steps } of memberRoutes(deps, parseBody)) router.register(path, [method], steps);
  const notHere: Middleware = (ctx) => {
    throw problem('unknown_endpoint', { method: ctx.method, path: ctx.path });
  };
  const inside = compose([identify(deps), router.routes() as Middleware, notHere]);
  return async (ctx, next) => {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) return void (await next());
    ctx.set('Cache-Control', 'no-store');
    await inside(ctx, next);
  };
}

function identify({ findPerson, clock }: DoorDeps): Middleware {
  return async (ctx, next) => {
    const workTime = new WorkTime();
    const token = sessionToken(ctx);
    const person = token === null ? null : await workTime.wait(findPerson(token, clock.now()));
    Object.assign(ctx.state, { person, workTime });
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') checkOrigin(ctx, person);
    await next();
  };
}

/** A page of somebody else cannot send our header, and browsers say where a change comes from. */
function checkOrigin(ctx: Context, person: Person | null): void {
  const origin = ctx.get('Origin');
  const isForeign = origin !== '' && (!URL.canParse(origin) || new URL(origin).host !== ctx.host);
  const isUnsigned = person !== null && ctx.get('X-CSRF-Token') !== person.csrf;
  if (isForeign || isUnsigned || ctx.get('Sec-Fetch-Site') === 'cross-site')
    throw problem('csrf_token_invalid', {});
}
