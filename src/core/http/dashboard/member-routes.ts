import type { ParseBody } from '../request/body.ts';
import type { DashboardDeps } from './dashboard-deps.ts';
import { enterProject } from './membership.ts';
import { requestPipeline } from '../pipeline/request-pipeline.ts';
import type { Method } from '../pipeline/route.ts';
import type { Step } from '../pipeline/steps.ts';

interface MemberRoute {
  path: string;
  method: Method;
  steps: Step[];
}

/**
 * The API's own routes under `/projects/{projectId}`, with a session in the place of a secret key: the same endpoint,
 * entered through another router (docs/decisions/0050-dashboard-api.md).
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
