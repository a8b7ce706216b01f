import type { Step } from '../pipeline/request-state.ts';
import type { ParseBody } from '../request/body.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { enterProject } from './membership.ts';
import { requestPipeline } from '../pipeline/steps.ts';
import type { Method } from '../pipeline/route.ts';

interface MemberRoute {
  path: string;
  method: Method;
  steps: Step[];
}

/**
 * The routes of the API under `/projects/{projectId}`, with a session in place of a secret key. They are the same routes
 * with the same steps: a second set of endpoints would drift from the first.
 */
export function memberRoutes(deps: DashboardDeps, parseBody: ParseBody): MemberRoute[] {
  return deps.apiRoutes.map((route) => ({
    path: `/projects/:projectId${route.path}`,
    method: route.method,
    steps: [enterProject(deps, route), privateToSession, requestPipeline(route, deps, parseBody)],
  }));
}

/** Says to caches between that the answer is this session's alone. */
const privateToSession: Step = (ctx, next) => {
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.vary('Cookie, Accept-Encoding');
  return next();
};
