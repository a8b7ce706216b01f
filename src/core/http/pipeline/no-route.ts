import type { Context, Middleware } from 'koa';
import { clip } from '../../../contract/text/clip.ts';
import { type PathMistake, pathMistakes } from '../../../contract/errors/path-mistakes.ts';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { readRequestedType } from '../query/requested-type.ts';
import type { Route } from './route.ts';
import { RouteTable } from './route-table.ts';
import type { ServerDeps } from '../server/server-deps.ts';

const mistakes = new RouteTable(pathMistakes);

/**
 * Rejects requests without a route, and names the right request for known mistakes. `Allow` lists the methods of the
 * most literal path, for the kind of content type in it: singleton or collection.
 * @throws unknown_endpoint, method_not_allowed
 */
export function noRoute(table: RouteTable<Route>, deps: ServerDeps): Middleware {
  return async (ctx) => {
    const all = table.at(ctx.path);
    const isOfOneKind = [...all, ...mistakes.at(ctx.path)].some(({ typeKind }) => typeKind !== undefined);
    const kind = isOfOneKind ? await kindInPath(ctx, deps) : null;
    const advice = adviceFor(ctx, kind);
    if (all.length === 0) {
      if (advice !== null) throw new ApiError('unknown_endpoint', advice, {});
      throw noSuchEndpoint(ctx, endsInSlash(ctx, table) ? { next: 'Remove the trailing slash.' } : {});
    }
    const methods = allowedMethods(mostLiteral(all), kind);
    ctx.set('Allow', methods);
    if (advice !== null) throw new ApiError('method_not_allowed', advice, {});
    throw apiError('method_not_allowed', { method: ctx.method, allowed: methods });
  };
}

export function noSuchEndpoint({ method, path }: Context, { next }: { next?: string } = {}): ApiError {
  return apiError('unknown_endpoint', { method, path, ...(next === undefined ? {} : { next }) });
}

/** The error for a path outside of the API, which may lack its /v1. */
export function outsideOfApi(ctx: Context, table: RouteTable<Route>): ApiError {
  const guess = `/v1${ctx.path.replace(/^(\/api)?(\/v1)?(?=\/)/, '').replace(/\/+$/, '')}`;
  if (table.at(guess).length === 0)
    return noSuchEndpoint(ctx, {
      next: 'The API is at /v1, the documentation at /docs and the dashboard at /dashboard.',
    });
  const error = noSuchEndpoint(ctx, {
    next: `API paths begin with /v1: try ${ctx.method} ${clip(guess, 120)}.`,
  });
  return new ApiError(error.code, error.message, { did_you_mean: clip(guess, 120) });
}

function endsInSlash({ path }: Context, table: RouteTable<Route>): boolean {
  return path.endsWith('/') && table.at(path.replace(/\/+$/, '')).length > 0;
}

/** The message for a known mistake, or null. */
function adviceFor(
  { method, path, querystring }: Context,
  kind: PathMistake['typeKind'] | null,
): string | null {
  const fits = ({ typeKind }: PathMistake) => typeKind === undefined || kind === null || typeKind === kind;
  const mistake = mistakes.find(method, path, fits);
  if (mistake === null) return null;
  const params = Object.entries(mistake.params).map(([name, part]) => [name, encodeURIComponent(clip(part))]);
  return mistake.route.message(
    Object.fromEntries(params) as Record<string, string>,
    new URLSearchParams(querystring),
  );
}

/** The kind of the type in `/v1/content/{type}/...`; null if the caller can see no such type. */
async function kindInPath(ctx: Context, deps: ServerDeps): Promise<PathMistake['typeKind'] | null> {
  const slug = ctx.path.split('/')[3] ?? '';
  return (await readRequestedType(ctx, slug, deps))?.kind ?? null;
}

/** The routes whose path has the fewest variables. */
function mostLiteral(routes: readonly Route[]): Route[] {
  const variables = ({ path }: Route) => path.split('/:').length;
  const least = Math.min(...routes.map(variables));
  return routes.filter((route) => variables(route) === least);
}

/** The methods of the routes for this kind of type, as `Allow` lists them; of all routes when the kind is unknown. */
function allowedMethods(routes: Route[], kind: PathMistake['typeKind'] | null): string {
  const own = routes.filter(({ typeKind }) => typeKind === undefined || typeKind === kind);
  const ownOrAll = kind === null || own.length === 0 ? routes : own;
  return [...new Set(ownOrAll.flatMap(({ method }) => (method === 'GET' ? ['HEAD', 'GET'] : [method])))].join(
    ', ',
  );
}
