import type { Context } from 'koa';
import { inputReader } from '../query/input.ts';
import { fingerprintOf, idempotencyKeyOf, replayedResponse, type WrittenItem } from './idempotency.ts';
import type { Step, WorkState } from '../pipeline/request-state.ts';
import { detailsOf } from '../pipeline/request-work.ts';
import { openContext } from '../pipeline/route-handler.ts';
import type { Route } from '../pipeline/route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';

/** Reads the `Idempotency-Key` before the body is read. A dry run stores nothing, so it always runs. */
export function noteIdempotencyKey({ dryRun = false }: Route): Step {
  return (ctx, next) => {
    const sentKey = idempotencyKeyOf(ctx);
    const isDryRun = dryRun && new URLSearchParams(ctx.querystring).get('dry_run') === 'true';
    if (sentKey !== null && !isDryRun) (ctx.state as WorkState).idempotencyKey = sentKey;
    return next();
  };
}

/** Runs the following steps once for each key, and repeats the first response (specification: idempotency). */
export function idempotencyStep(route: Route, deps: EndpointDeps): Step {
  return async (ctx, next) => {
    const state = ctx.state as WorkState;
    const { caller, project, workTime, idempotencyKey } = state;
    if (idempotencyKey === undefined) return void (await next());
    const key = { projectId: project.id, keyId: caller.keyId, idempotencyKey };
    const pending = deps.gate.runIdempotent(
      { ...key, fingerprint: fingerprintOf(ctx), resumes: route.resumes === true },
      async (commit, progress) => {
        state.commit = commit;
        if (route.resumes === true) state.progress = progress;
        await next();
        if (state.cacheable === undefined) throw new Error(`${route.method} ${route.path} built no response`);
        return state.cacheable;
      },
      (item) => rebuildResponse(ctx, { route, deps, item }),
    );
    state.response = replayedResponse(ctx, await workTime.wait(pending, route.timeLimitMs));
  };
}

/** Rebuilds the part of a response that was too large to be stored; undefined if that version is deleted. */
async function rebuildResponse(
  ctx: Context,
  { route, deps, item }: { route: Route; deps: EndpointDeps; item: WrittenItem },
): Promise<unknown> {
  const state = ctx.state as WorkState;
  const { releaseId, input, locales } = inputReader(route)(ctx);
  const details = detailsOf(ctx, route, deps, { releaseId, input, dryRun: false, canonicalText: '' });
  const context = await openContext(route, deps.gate, deps.gate.openProject(state, details), releaseId);
  const written = locales?.locale === undefined ? {} : { writtenLocale: locales.locale };
  return route.large?.rebuild({ ...context, ...written }, item);
}
