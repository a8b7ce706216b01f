import type { Context, Middleware } from 'koa';
import type { Budget } from '../../contract/limits.ts';
import { problem } from '../../contract/problem.ts';
import type { ProjectCall } from '../call.ts';
import { Answer } from './answer.ts';
import { compile } from './compile.ts';
import type { Admitted, CallDetails, Gate } from './gate.ts';
import { sendStream, untilNobodyWaits, wantsStream } from './event-stream.ts';
import { inputReader } from './input.ts';
import type { Route } from './route.ts';
import { send } from './send.ts';
import type { RequestState, ServerDeps } from './server-deps.ts';
import { workTimeMs } from './work-time.ts';

/** The way of one request through one route: budget, body, check, work, answer. */
export function endpoint(route: Route, deps: ServerDeps, parseBody: Middleware): Middleware {
  const readInput = inputReader(route);
  const outputCheck = deps.checkAnswers && route.output !== null ? compile(route.output, 'json') : null;

  return async (ctx) => {
    const state = ctx.state as RequestState & Admitted;
    if (route.key === 'secret' && state.caller.purpose !== 'secret') throw problem('secret_key_required', {});
    await spend(ctx, deps.gate, route.budget);
    await parseBody(ctx, () => Promise.resolve());
    const { input, dryRun, releaseId } = readInput(ctx);
    const limitMs = timeLimitOf(route, input);
    const details: CallDetails = {
      requestId: state.requestId,
      now: deps.clock.now(),
      ifMatch: ctx.get('If-Match') || null,
      dryRun,
      endsAt: state.workTime.endsAt(limitMs),
      ...(route.heldMs !== undefined ? { signal: untilNobodyWaits(ctx, deps.stopping) } : {}),
    };
    if (route.stream !== undefined) {
      ctx.vary('Accept');
      if (wantsStream(ctx)) {
        const call = await opened(route, deps.gate, deps.gate.openProject(state, details), releaseId);
        return sendStream(
          ctx,
          await state.workTime.wait(route.stream(call, input, ctx.get('Last-Event-ID') || null)),
        );
      }
    }
    const run = async (project: ProjectCall) =>
      route.run(await opened(route, deps.gate, project, releaseId), input);
    const working = seesOneState(route)
      ? deps.gate.readProject(state, details, run)
      : run(deps.gate.openProject(state, details));
    const result = await state.workTime.wait(working, limitMs);
    const answer = result instanceof Answer ? result : new Answer(result, {});
    if (outputCheck !== null && !dryRun && !outputCheck(answer.body)) {
      throw new Error(
        `${route.method} ${route.path} broke its schema: ${JSON.stringify(outputCheck.errors?.slice(0, 3))}`,
      );
    }
    send(ctx, route, answer, dryRun);
  };
}

function timeLimitOf(route: Route, input: unknown): number | undefined {
  const heldMs = route.heldMs?.(input);
  return heldMs === undefined ? route.timeLimitMs : (route.timeLimitMs ?? workTimeMs) + heldMs;
}

/** Whether all that the route reads must be of one moment (contract, section 6, "Read forms"). */
function seesOneState({ method, volatile = false, oneState = !volatile }: Route): boolean {
  return method === 'GET' && oneState;
}

async function spend(ctx: Context, gate: Gate, budget: Budget): Promise<void> {
  const { caller, workTime } = ctx.state as RequestState & Admitted;
  const spending = await workTime.wait(gate.spend(caller, budget));
  ctx.set({
    [`X-RateLimit-Limit-${budget}`]: String(spending.limit),
    [`X-RateLimit-Remaining-${budget}`]: String(spending.remaining),
    [`X-RateLimit-Reset-${budget}`]: String(spending.resetSeconds),
  });
  if (spending.refusedSeconds === null) return;
  ctx.set('Retry-After', String(spending.refusedSeconds));
  throw problem('rate_limited', { budget, retryAfter: spending.refusedSeconds });
}

async function opened(
  { scope }: Route,
  gate: Gate,
  project: ProjectCall,
  releaseId: string | undefined,
): Promise<ProjectCall> {
  return scope === 'release' ? gate.openRelease(project, releaseId) : project;
}
