import type { Context } from 'koa';
import { inputReader } from '../query/input.ts';
import { fingerprintOf, idempotencyKeyOf, replayedResponse, type WrittenItem } from './idempotency.ts';
import { detailsOf, type WorkState } from '../pipeline/request-work.ts';
import { openCall } from '../pipeline/route-handler.ts';
import type { Route } from '../pipeline/route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';
import type { Step } from '../pipeline/steps.ts';

/** Looks for an `Idempotency-Key` before the body is read. A trial stores nothing, so it is simply run again. */
export function noteIdempotencyKey({ dryRun = false }: Route): Step {
  return (ctx, next) => {
    const sentKey = idempotencyKeyOf(ctx);
    const isTrial = dryRun && new URLSearchParams(ctx.querystring).get('dry_run') === 'true';
    if (sentKey !== null && !isTrial) (ctx.state as WorkState).idempotencyKey = sentKey;
    return next();
  };
}

/** Lets the steps after it run once for one key, and gives a repeated request the first answer (specification: idempotency). */
export function idempotencyStep(route: Route, deps: EndpointDeps): Step {
  return async (ctx, next) => {
    const state = ctx.state as WorkState;
    const { caller, project, workTime, idempotencyKey } = state;
    if (idempotencyKey === undefined) return void (await next());
    const asked = { projectId: project.id, keyId: caller.keyId, idempotencyKey };
    const working = deps.gate.runIdempotent(
      { ...asked, fingerprint: fingerprintOf(ctx) },
      async (commit) => {
        state.commit = commit;
        await next();
        if (state.made === undefined) throw new Error(`${route.method} ${route.path} made no answer`);
        return state.made;
      },
      (kept) => rebuildResponse(ctx, { route, deps, kept }),
    );
    state.answer = replayedResponse(ctx, await workTime.wait(working, route.timeLimitMs));
  };
}

/** The part of an answer that was too large to be kept, made again; undefined when it cannot be. */
async function rebuildResponse(
  ctx: Context,
  { route, deps, kept }: { route: Route; deps: EndpointDeps; kept: WrittenItem },
): Promise<unknown> {
  const state = ctx.state as WorkState;
  const { releaseId, input } = inputReader(route)(ctx);
  const details = detailsOf(ctx, route, deps, { releaseId, input, dryRun: false, asked: '' });
  const context = await openCall(route, deps.gate, deps.gate.openProject(state, details), releaseId);
  return route.large?.remake(context, kept);
}
