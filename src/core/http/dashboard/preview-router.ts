import Router from '@koa/router';
import compose from 'koa-compose';
import { Type } from '@sinclair/typebox';
import type { Context, Middleware } from 'koa';
import { may } from '../../../contract/access.ts';
import { previewPathOf, previewRoot } from '../../../contract/drafts.ts';
import { type ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { atTime, type ProjectContext, withDrafts } from '../../context/request-context.ts';
import { bearer } from '../admission/bearer.ts';
import { allowOrigin, respondToPreflight, isPreflight } from '../admission/cors.ts';
import { exactPaths } from '../query/exact-paths.ts';
import { checkGrant } from '../pipeline/authorize.ts';
import { RequestDeadline } from '../pipeline/request-deadline.ts';
import { admit, requestPipeline } from '../pipeline/steps.ts';
import type { AdmittedRequest, RequestServices } from '../pipeline/request-services.ts';
import type { RequestState, Step, StepState } from '../pipeline/request-state.ts';
import { previewTime } from './preview-time.ts';
import { hasDrafts, type Route } from '../pipeline/route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';

/** Paths without drafts that preview tokens can read. */
const tokenPaths = [`${previewRoot}/session`, '/v1/locales'];

export interface PreviewDeps extends EndpointDeps {
  apiRoutes: readonly Route[];
  /** Opens the project of a preview token. @throws invalid_preview_token */
  admitPreview: (token: string, address: string) => Promise<AdmittedRequest>;
  /** Takes from the budgets of people, for requests with preview tokens. */
  spendOfPeople: RequestServices['spend'];
}

/**
 * The API's own reads, with drafts in place of live content, for secret keys and for tokens that the dashboard creates
 * (specification: preview). Routes and shapes are the same; the handle shows drafts. Nothing is cached.
 */
export function previewRouter(deps: PreviewDeps): Middleware {
  const rejectPath: Middleware = (ctx) => {
    throw unknownEndpoint(ctx);
  };
  const handle = compose([admitReader(deps), routesOf(deps), rejectPath]);
  return async (ctx, next) => {
    if (!ctx.path.startsWith(`${previewRoot}/`)) return void (await next());
    if (isPreflight(ctx)) return respondToPreflight(ctx);
    ctx.set('Cache-Control', 'no-store');
    await handle(ctx, next);
  };
}

function unknownEndpoint({ method, path }: Pick<Context, 'method' | 'path'>): ApiError {
  return apiError('unknown_endpoint', { method, path });
}

/** The reads of the API. Tokens can't read all of them. */
function routesOf({ apiRoutes, ...deps }: PreviewDeps): Middleware {
  const router = new Router(exactPaths);
  const parseNothing = () => Promise.resolve(); // reads have no body
  const gate = { ...deps.gate, spend: spendByKind(deps) };
  const plainDeps = { ...deps, gate: plainGate(gate) };
  const draftDeps = { ...deps, gate: draftGate(gate) };
  for (const route of apiRoutes.filter(({ method }) => method === 'GET')) {
    const isForTokens = hasDrafts(route) || tokenPaths.includes(route.path);
    const pipeline = hasDrafts(route)
      ? requestPipeline(withDraftParameters(uncached(route)), draftDeps, parseNothing, [
          previewTime(deps.clock),
        ])
      : requestPipeline(uncached(route), plainDeps, parseNothing);
    const steps = [...(isForTokens ? [] : [keysOnly]), checkGrantAgain(route), pipeline];
    router.register(previewPathOf(route.path), ['GET'], steps);
  }
  return router.routes() as Middleware;
}

/** @throws unknown_endpoint for tokens */
const keysOnly: Step = (ctx, next) => {
  const { caller } = ctx.state as StepState;
  if (caller.kind !== 'key') throw unknownEndpoint(ctx);
  return next();
};

/** Tokens of members use the budget of people. Each link has the budget of a key. */
function spendByKind({ gate, spendOfPeople }: Pick<PreviewDeps, 'gate' | 'spendOfPeople'>) {
  const spend: RequestServices['spend'] = (spender, budget) =>
    spender.preview?.kind === 'member' ? spendOfPeople(spender, budget) : gate.spend(spender, budget);
  return spend;
}

/** Drafts change without a new revision, so the response can't be cached by it. It still shows one state. */
function uncached(route: Route): Route {
  if (route.describes === true) return route;
  return { ...route, oneState: route.oneState ?? route.volatile !== true, volatile: true };
}

/** Adds the parameters of a later time and of the state of drafts. */
function withDraftParameters(readable: Route): Route {
  const route = { ...readable, readsLater: true };
  if (route.statuses === undefined) return route;
  const query = Type.Object(
    { ...route.input.query?.properties, status: Type.Optional(Type.String()) },
    { additionalProperties: false },
  );
  return { ...route, input: { ...route.input, query } };
}

/** Opens contexts that know what the preview token gives access to. */
function plainGate(gate: RequestServices): RequestServices {
  return {
    ...gate,
    openProject: (admitted, details) => withAccess(gate.openProject(admitted, details), admitted),
    readProject: (admitted, details, read) =>
      gate.readProject(admitted, details, (context) => read(withAccess(context, admitted))),
  };
}

/** Opens contexts that read drafts, or what readers will see at a later time. */
function draftGate(gate: RequestServices): RequestServices {
  const plain = plainGate(gate);
  return {
    ...plain,
    readProject: (admitted, details, read) =>
      plain.readProject(admitted, details, async (context) =>
        read(await openPreview(gate, context, admitted)),
      ),
  };
}

function withAccess(context: ProjectContext, { preview }: AdmittedRequest): ProjectContext {
  return preview === undefined ? context : { ...context, preview };
}

/** @throws unknown_release, release_not_ready, scope_required for the release that counts as promoted */
async function openPreview(
  gate: RequestServices,
  context: ProjectContext,
  { previewTime }: AdmittedRequest,
): Promise<ProjectContext> {
  if (previewTime === undefined) return withDrafts(context);
  const { at, releaseId } = previewTime;
  const promoted = releaseId === undefined ? null : (await gate.openRelease(context, releaseId)).release;
  return atTime(context, at, promoted);
}

/** Applies the needs of the route whenever a stream admits its caller again. */
function checkGrantAgain(route: Route): Step {
  return (ctx, next) => {
    const state = ctx.state as RequestState;
    const { admitAgain } = state;
    state.admitAgain = async () => {
      const admitted = await admitAgain();
      checkGrant(ctx, route, admitted);
      return admitted;
    };
    return next();
  };
}

/** Admits secret keys that can read drafts, and preview tokens. */
function admitReader({ gate, admitPreview, anonymous, workTimeMs }: PreviewDeps): Step {
  return async (ctx, next) => {
    const token = bearer(ctx.get('Authorization'));
    allowOrigin(ctx, token, ['X-Preview-At', 'X-Preview-State']);
    ctx.vary('Authorization, Origin');
    (ctx.state as RequestState).workTime = new RequestDeadline(workTimeMs);
    const request = { origin: ctx.get('Origin'), address: ctx.ip };
    const isKey = token === null || token === '' || /^[sp]k_/.test(token);
    const admitAgain = async () => {
      if (!isKey) return admitPreview(token, request.address);
      const admitted = await gate.admit(token, request);
      checkReadsDrafts(admitted);
      return admitted;
    };
    await admit(ctx, anonymous, { admitting: admitAgain(), admitAgain });
    await next();
  };
}

/** @throws secret_key_required, scope_required */
function checkReadsDrafts({ caller }: AdmittedRequest): void {
  if (caller.purpose !== 'secret') throw apiError('secret_key_required', { reads: 'drafts' });
  if (!may(caller.grant, 'preview'))
    throw apiError('scope_required', { required: 'preview' }, { required: 'preview' });
}
