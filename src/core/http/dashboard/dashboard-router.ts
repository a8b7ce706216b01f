import { createHash, timingSafeEqual } from 'node:crypto';
import Router from '@koa/router';
import compose from 'koa-compose';
import type { Context, Middleware } from 'koa';
import { apiError } from '../../../contract/errors/api-error.ts';
import { bodyParser } from '../request/body.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { dashboardPipeline } from './dashboard-pipeline.ts';
import { dashboardPath, type Person } from './dashboard-route.ts';
import { exactPaths } from '../query/exact-paths.ts';
import { memberRoutes } from './member-routes.ts';
import { RequestDeadline } from '../pipeline/request-deadline.ts';
import { readCookie } from './session-cookie.ts';

const prefix = '/dashboard/api';

/**
 * The dashboard's own JSON API (specification: dashboard). Only a session cookie opens it. Every change must have the
 * session's CSRF token and come from the dashboard's own origin.
 */
export function dashboardRouter(deps: DashboardDeps): Middleware {
  const router = new Router({ ...exactPaths, prefix });
  const parseBody = bodyParser(deps.bodies);
  for (const route of deps.routes)
    router.register(dashboardPath(route), [route.method], [dashboardPipeline(route, deps, parseBody)]);
  for (const { path, method, steps } of memberRoutes(deps, parseBody)) router.register(path, [method], steps);
  const unknownEndpoint: Middleware = (ctx) => {
    throw apiError('unknown_endpoint', { method: ctx.method, path: ctx.path });
  };
  const handle = compose([identify(deps), router.routes() as Middleware, unknownEndpoint]);
  return async (ctx, next) => {
    if (ctx.path !== prefix && !ctx.path.startsWith(`${prefix}/`)) return void (await next());
    ctx.set('Cache-Control', 'no-store');
    await handle(ctx, next);
  };
}

function identify({ findPerson, clock, baseUrl, anonymous, workTimeMs }: DashboardDeps): Middleware {
  return async (ctx, next) => {
    const workTime = new RequestDeadline(workTimeMs);
    const token = readCookie(ctx, 'session', baseUrl);
    const person = token === null ? null : await workTime.wait(findPerson(token, clock.now()));
    Object.assign(ctx.state, { person, workTime });
    const isOfProject = ctx.path.startsWith(`${prefix}/projects/`); // these requests have a budget of their own
    if (person === null || !isOfProject) anonymous.spend(ctx, person?.id);
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') checkOrigin(ctx, person, baseUrl);
    await next();
  };
}

/** A page of another site can't send the CSRF header, and browsers send the origin of a change. */
function checkOrigin(ctx: Context, person: Person | null, baseUrl: string): void {
  const origin = ctx.get('Origin');
  const isForeign = origin !== '' && !isOwnOrigin(origin, { host: ctx.host, baseUrl });
  const isUnsigned = person !== null && !isSame(ctx.get('X-CSRF-Token'), person.csrf);
  if (isForeign || isUnsigned || ctx.get('Sec-Fetch-Site') === 'cross-site')
    throw apiError('csrf_token_invalid', {});
}

/** The request's own host, or that of `BASE_URL`: a proxy in front may have rewritten `Host`. */
function isOwnOrigin(origin: string, own: { host: string; baseUrl: string }): boolean {
  if (!URL.canParse(origin)) return false;
  const sentOrigin = new URL(origin);
  return sentOrigin.host === own.host || sentOrigin.origin === new URL(own.baseUrl).origin;
}

/** Compares in constant time, whatever the lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
