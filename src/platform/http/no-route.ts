import type { Context, Middleware } from 'koa';
import { problem, Problem } from '../../contract/problem.ts';
import { timeFor } from '../clock.ts';
import type { AdmittedRequest } from './request-services.ts';
import type { Route } from './route.ts';
import type { RouteTable } from './route-table.ts';
import type { RequestState, ServerDeps } from './server-deps.ts';

/**
 * Refuses what no route is for. `Allow` names the methods of the thing at the path: of `/v1/media/uploads`, not of an
 * asset of that name; of a singleton or of a collection, where the release has the type.
 * @throws unknown_endpoint, method_not_allowed
 */
export function noRoute(table: RouteTable<Route>, deps: ServerDeps): Middleware {
  return async (ctx) => {
    const all = table.at(ctx.path);
    if (all.length === 0) throw noSuchEndpoint(ctx);
    const own = await ofKind(mostLiteral(all), ctx, deps);
    const allowed = [
      ...new Set(own.flatMap(({ method }) => (method === 'GET' ? ['HEAD', 'GET'] : [method]))),
    ];
    ctx.set('Allow', allowed.join(', '));
    throw problem('method_not_allowed', { method: ctx.method, allowed: allowed.join(', ') });
  };
}

export function noSuchEndpoint(ctx: Context): Error {
  return problem('unknown_endpoint', { method: ctx.method, path: ctx.path });
}

/** The routes whose path has the fewest variables. */
function mostLiteral(routes: readonly Route[]): Route[] {
  const variables = ({ path }: Route) => path.split('/:').length;
  const least = Math.min(...routes.map(variables));
  return routes.filter((route) => variables(route) === least);
}

/** The routes that are for the kind of the type in the path; all of them when no such type is found. */
async function ofKind(
  routes: Route[],
  ctx: Context,
  { gate, clock, typeKindOf }: ServerDeps,
): Promise<Route[]> {
  if (routes.every(({ typeKind }) => typeKind === undefined)) return routes;
  const state = ctx.state as RequestState & AdmittedRequest;
  const { requestId, project } = state;
  const details = { requestId, now: timeFor(project, clock), ifMatch: null, dryRun: false };
  const releaseId = new URLSearchParams(ctx.querystring).get('release') ?? undefined;
  const slug = ctx.path.split('/')[routes[0]?.path.split('/').indexOf(':type') ?? -1] ?? '';
  const kind = await gate
    .readProject(state, details, async (call) => typeKindOf(await gate.openRelease(call, releaseId), slug))
    .catch((fault: unknown) => {
      if (fault instanceof Problem) return null; // no such release: its own endpoints say so
      throw fault;
    });
  const own = routes.filter(({ typeKind }) => typeKind === undefined || typeKind === kind);
  return kind === null || own.length === 0 ? routes : own;
}
