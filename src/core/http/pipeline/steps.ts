import type { Context, Middleware } from 'koa';
import type { Budget } from '../../../contract/limits.ts';
import type { AnonymousBudget } from '../admission/anonymous-budget.ts';
import type { ParseBody } from '../request/body.ts';
import { spend } from '../admission/budget.ts';
import { inputReader, type RequestInput, type RouteInputSpec } from '../query/input.ts';
import type { AdmittedRequest, RequestServices } from './request-services.ts';
import type { ResponseMemory } from '../response/response-memory.ts';
import { send } from '../response/send.ts';
import type { SerializedResponse } from '../response/serialized-response.ts';
import type { RequestState } from '../server/server-deps.ts';

/**
 * One step of a request. Every router composes these steps in one order: admission, budget, body, input, work, response.
 * Keys, sessions and preview tokens differ only in how the caller is found.
 */
export type Step = Middleware;

/** What the steps hand on. */
export interface StepState extends RequestState, AdmittedRequest {
  /** What is asked, checked; there from `readRequest` on. */
  request: RequestInput;
  /** What is sent; a stream sets none. */
  answer?: SerializedResponse;
}

interface Admission<A extends AdmittedRequest> {
  /** The look-up under way. */
  admitting: Promise<A>;
  /** The same look-up once more, for answers that are held open. */
  admitAgain: () => Promise<AdmittedRequest>;
  /** The person whose budget of refusals it is; otherwise that of the address. */
  personId?: string;
}

/** Waits for the caller and their project, and keeps them for the steps that follow. @throws what refuses them, or rate_limited in its place */
export async function admit<A extends AdmittedRequest>(
  ctx: Context,
  anonymous: AnonymousBudget,
  { admitting, admitAgain, personId }: Admission<A>,
): Promise<A> {
  const { workTime } = ctx.state as RequestState;
  try {
    const admitted = await workTime.wait(admitting);
    Object.assign(ctx.state, admitted, { admitAgain });
    return admitted;
  } catch (refusal) {
    anonymous.noteRefusal(ctx, refusal, personId);
    throw refusal;
  }
}

/** Takes one request from a budget of the caller. @throws rate_limited */
export function takeFromBudget(gate: Pick<RequestServices, 'spend'>, budget: Budget): Step {
  return async (ctx, next) => {
    const { caller, project, spending } = ctx.state as StepState;
    await spend(ctx, gate, { caller, project, budget, ...(spending && { spending }) });
    await next();
  };
}

/** Reads the body of routes that take one; others are not read at all. @throws what is wrong with its form */
export function takeBody(
  { input }: RouteInputSpec,
  parseBody: ParseBody,
  ownerOf: (ctx: Context) => string,
): Step {
  if (input.body === undefined) return (_, next) => next();
  return async (ctx, next) => {
    await parseBody(ctx, ownerOf(ctx));
    await next();
  };
}

/**
 * Checks path, query and body against the route's schemas. `explain` may give an error a message that says more.
 * @throws what is wrong with them
 */
export function readRequest(
  route: RouteInputSpec,
  explain?: (thrown: unknown, ctx: Context) => Promise<unknown>,
): Step {
  const read = inputReader(route);
  return (ctx, next) => {
    try {
      (ctx.state as StepState).request = read(ctx);
    } catch (thrown) {
      if (explain === undefined) throw thrown;
      return explain(thrown, ctx).then((fault) => {
        throw fault;
      });
    }
    return next();
  };
}

/** Sends the response that the steps after it built. */
export function sendResponse(memory: ResponseMemory): Step {
  return async (ctx, next) => {
    await next();
    const { answer, shared } = ctx.state as StepState;
    if (answer !== undefined) send(ctx, answer, memory, shared);
  };
}
