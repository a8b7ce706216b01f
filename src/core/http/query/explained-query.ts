import type { Context } from 'koa';
import { previewPathOf, previewRoot } from '../../../contract/drafts.ts';
import { clip } from '../../../contract/text/clip.ts';
import { ApiError } from '../../../contract/errors/api-error.ts';
import { readRequestedType } from './requested-type.ts';
import { knownParameters } from './input.ts';
import { hintFor } from './query-hints.ts';
import { hasDrafts, type Route } from '../pipeline/route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';

/**
 * Gives the error of an unknown query parameter a better message if the mistake is a known one. Any other thrown value
 * is returned as it is.
 */
export function explainQuery(
  route: Route,
  deps: EndpointDeps,
): (thrown: unknown, ctx: Context) => Promise<unknown> {
  const parameters = knownParameters(route);
  const takesFilters = route.filters === true;
  return async (thrown, ctx) => {
    if (!(thrown instanceof ApiError) || thrown.code !== 'unknown_parameter') return thrown;
    const { params } = ctx as Context & { params: Record<string, string> };
    const query = new URLSearchParams(ctx.querystring);
    const name = thrown.hints.param ?? '';
    const message = hintFor({
      ...{ name, value: query.get(name) ?? '', query, parameters, takesFilters },
      type: takesFilters ? await readRequestedType(ctx, params['type'] ?? '', deps) : null,
      servesContent: route.images === true,
      hasDrafts: hasDrafts(route),
      previewPath: ctx.path.startsWith(`${previewRoot}/`) ? null : previewPathOf(clip(ctx.path, 120)),
    });
    return message === null ? thrown : new ApiError(thrown.code, message, { param: name });
  };
}
