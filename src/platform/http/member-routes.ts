import type { Middleware } from 'koa';
import type { ParseBody } from './body.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { requestPipeline } from './request-pipeline.ts';
import { enterProject } from './membership.ts';
import type { Method } from './route.ts';
import { declaredOnly } from './route-errors.ts';

interface MemberRoute {
  path: string;
  method: Method;
  steps: Middleware[];
}

/**
 * The API's own routes under `/projects/{projectId}`, with a session in the place of a secret key: the same endpoint,
 * entered through another router (docs/decisions/0050-dashboard-api.md).
 */
export function memberRoutes(deps: DashboardDeps, parseBody: ParseBody): MemberRoute[] {
  return deps.apiRoutes.map((route) => ({
    path: `/projects/:projectId${route.path}`,
    method: route.method,
    steps: [
      enter(deps, route.role === 'owner'),
      ...(deps.checkAnswers ? [declaredOnly(route)] : []),
      requestPipeline(route, deps, parseBody),
    ],
  }));
}

function enter(deps: DashboardDeps, needsOwner: boolean): Middleware {
  return async (ctx, next) => {
    const { membership } = await enterProject(ctx, deps, needsOwner);
    Object.assign(ctx.state, membership);
    ctx.set('Cache-Control', 'private, no-cache');
    ctx.vary('Cookie, Accept-Encoding');
    await next();
  };
}
