import type { Context, Middleware } from 'koa';
import type { Budget } from '../../contract/limits.ts';
import { problem } from '../../contract/problem.ts';
import { timeFor } from '../clock.ts';
import { sendStream, untilNobodyWaits, wantsStream } from './event-stream.ts';
import type { Admitted, CallDetails, Gate } from './gate.ts';
import { inputReader, type RequestInput } from './input.ts';
import type { ReadyAnswer } from './ready-answer.ts';
import type { Route } from './route.ts';
import { send } from './send.ts';
import type { RequestState, ServerDeps } from './server-deps.ts';
import { isKeepable, openCall, worker } from './work.ts';
import { workTimeMs } from './work-time.ts';

type EndpointState = RequestState & Admitted;

/** The way of one request through one route: budget, body, check, work, answer. */
export function endpoint(route: Route, deps: ServerDeps, parseBody: Middleware): Middleware {
  const readInput = inputReader(route);
  const answer = answerer(route, deps);

  return async (ctx) => {
    const state = ctx.state as EndpointState;
    const { caller, project, workTime } = state;
    if (route.key === 'secret' && caller.purpose !== 'secret') throw problem('secret_key_required', {});
    await spend(ctx, deps.gate, route.budget);
    if (route.input.body !== undefined) await parseBody(ctx, () => Promise.resolve()); // others are not read at all
    const request = readInput(ctx);
    const limitMs = timeLimitOf(route, request.input);
    const details: CallDetails = {
      requestId: state.requestId,
      now: timeFor(project, deps.clock),
      ifMatch: ctx.get('If-Match') || null,
      dryRun: request.dryRun,
      endsAt: workTime.endsAt(limitMs),
      ...(route.heldMs !== undefined ? { signal: untilNobodyWaits(ctx, deps.stopping) } : {}),
    };
    if (route.stream !== undefined) {
      ctx.vary('Accept');
      if (wantsStream(ctx))
        return stream(ctx, route.stream.bind(route), deps.gate, { route, details, request });
    }
    send(ctx, await workTime.wait(answer(state, details, request), limitMs));
  };
}

/** Makes what gives a route's answer: a kept one, if answers of the route may be kept. */
function answerer(route: Route, deps: ServerDeps) {
  const work = worker(route, deps);
  const isKept = isKeepable(route);

  return async (state: Admitted, details: CallDetails, request: RequestInput): Promise<ReadyAnswer> => {
    if (!isKept) return (await work(state, details, request)).answer;
    const { project, caller } = state;
    const key = `${project.id} ${caller.purpose} ${route.path} ${request.asked}`;
    const seen = { revision: project.revision, now: details.now };
    return deps.kept.answer(key, seen, () => work(state, details, request));
  };
}

interface Opening {
  route: Route;
  details: CallDetails;
  request: RequestInput;
}

async function stream(
  ctx: Context,
  open: NonNullable<Route['stream']>,
  gate: Gate,
  { route, details, request }: Opening,
): Promise<void> {
  const state = ctx.state as EndpointState;
  const call = await openCall(route, gate, gate.openProject(state, details), request.releaseId);
  const opened = open(call, request.input, ctx.get('Last-Event-ID') || null);
  sendStream(ctx, await state.workTime.wait(opened));
}

function timeLimitOf(route: Route, input: unknown): number | undefined {
  const heldMs = route.heldMs?.(input);
  return heldMs === undefined ? route.timeLimitMs : (route.timeLimitMs ?? workTimeMs) + heldMs;
}

async function spend(ctx: Context, gate: Gate, budget: Budget): Promise<void> {
  const { caller, workTime } = ctx.state as EndpointState;
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
