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
 * The routes of the API under `/projects/{projectId}`, with a session in place of a secret key. They share all steps
 * with the API, because a second set of endpoints would drift from the first.
 */
export function memberRoutes(deps: DashboardDeps, parseBody: ParseBody): MemberRoute[] {
  return deps.apiRoutes.map((route) => ({
    path: `/projects/:projectId${route.path}`,
    method: route.method,
    steps: [enterProject(deps, route), privateToSession, requestPipeline(route, deps, parseBody)],
  }));
}

/** Only this session may see the response, so shared caches must not store it. */
const privateToSession: Step = (ctx, next) => {
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.vary('Cookie, Accept-Encoding');
  return next();
};
