import type { RequestState, Step } from '../pipeline/request-state.ts';
import Router from '@koa/router';
import compose from 'koa-compose';
import type { Middleware } from 'koa';
import { apiError } from '../../../contract/errors/api-error.ts';
import { withDrafts } from '../../context/request-context.ts';
import { bearer } from '../admission/bearer.ts';
import { allowOrigin, respondToPreflight, isPreflight } from '../admission/cors.ts';
import { exactPaths } from '../query/exact-paths.ts';
import { RequestDeadline } from '../pipeline/request-deadline.ts';
import { requestPipeline } from '../pipeline/steps.ts';
import type { AdmittedRequest, RequestServices } from '../pipeline/request-services.ts';
import type { Route } from '../pipeline/route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';
import { admit } from '../pipeline/steps.ts';

const prefix = '/preview';
/** Paths that can be previewed: reads of content and of the built-in modules. */
const previewPath = /^\/v1\/(content|blog|kb|authors)(\/|$)/;

export interface PreviewDeps extends EndpointDeps {
  apiRoutes: readonly Route[];
  /** Opens the project of a preview token. @throws invalid_preview_token */
  admitPreview: (token: string, address: string) => Promise<AdmittedRequest>;
}

/**
 * The API's own reads, with drafts in place of live content, for tokens that the dashboard creates (specification:
 * preview). Routes and shapes are the same; the handle shows drafts. Nothing is cached.
 */
export function previewRouter(deps: PreviewDeps): Middleware {
  const router = new Router({ ...exactPaths, prefix });
  const parseNothing = () => Promise.resolve(); // reads have no body
  const previewDeps = { ...deps, gate: withDraftReads(deps.gate) };
  for (const route of deps.apiRoutes.filter(isPreviewed))
    router.register(route.path, ['GET'], [requestPipeline(uncached(route), previewDeps, parseNothing)]);
  const unknownEndpoint: Middleware = (ctx) => {
    throw apiError('unknown_endpoint', { method: ctx.method, path: ctx.path });
  };
  const handle = compose([byPreviewToken(deps), router.routes() as Middleware, unknownEndpoint]);
  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${prefix}/`)) return void (await next());
    if (isPreflight(ctx)) return respondToPreflight(ctx);
    ctx.set('Cache-Control', 'no-store');
    await handle(ctx, next);
  };
}

function isPreviewed({ method, key, path }: Route): boolean {
  return method === 'GET' && key === 'any' && previewPath.test(path);
}

/** Drafts change without a new revision, so the response can't be cached by it. It still shows one state. */
function uncached(route: Route): Route {
  return { ...route, oneState: route.oneState ?? route.volatile !== true, volatile: true };
}

function withDraftReads(gate: RequestServices): RequestServices {
  return {
    ...gate,
    openProject: (admitted, details) => withDrafts(gate.openProject(admitted, details)),
    readProject: (admitted, details, read) =>
      gate.readProject(admitted, details, (context) => read(withDrafts(context))),
  };
}

function byPreviewToken({ admitPreview, anonymous, workTimeMs }: PreviewDeps): Step {
  return async (ctx, next) => {
    const token = bearer(ctx.get('Authorization'));
    allowOrigin(ctx, token);
    ctx.vary('Authorization, Origin');
    (ctx.state as RequestState).workTime = new RequestDeadline(workTimeMs);
    const { ip } = ctx;
    const admitAgain = () => admitPreview(token ?? '', ip);
    await admit(ctx, anonymous, { admitting: admitAgain(), admitAgain });
    await next();
  };
}
