import type { Context } from 'koa';
import compose from 'koa-compose';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { Budget } from '../../../contract/limits.ts';
import type { AnonymousBudget } from '../admission/anonymous-budget.ts';
import { spend } from '../admission/budget.ts';
import { idempotencyStep, noteIdempotencyKey } from '../admission/idempotency-step.ts';
import { minVersion } from '../admission/min-version.ts';
import { explainQuery } from '../query/explained-query.ts';
import { inputReader, type RouteInputSpec } from '../query/input.ts';
import type { ParseBody } from '../request/body.ts';
import type { ResponseMemory } from '../response/response-memory.ts';
import { send } from '../response/send.ts';
import type { EndpointDeps } from '../server/server-deps.ts';
import { checkGrant } from './authorize.ts';
import type { AdmittedRequest, RequestServices } from './request-services.ts';
import type { RequestState, Step, StepState } from './request-state.ts';
import { requestWork } from './request-work.ts';
import { checkErrorCodes } from './route-errors.ts';
import type { Route } from './route.ts';

/**
 * All steps of one request to a route of the API, after its caller was admitted by key, session or preview token.
 * `beforeWork` are further steps between the validated input and the work.
 */
export function requestPipeline(
  route: Route,
  deps: EndpointDeps,
  parseBody: ParseBody,
  beforeWork: readonly Step[] = [],
): Step {
  return compose<Parameters<Step>[0]>([
    ...(deps.checkResponses ? [checkErrorCodes(route)] : []),
    ...(route.key === 'secret' ? [secretKeyOnly] : []),
    grantedOnly(route),
    takeFromBudget(deps.gate, route.budget),
    sendResponse(deps.responses),
    minVersion(route, deps),
    ...(route.method === 'POST' ? [noteIdempotencyKey(route)] : []),
    takeBody(route, parseBody, (ctx) => (ctx.state as StepState).project.id),
    ...(route.method === 'POST' ? [idempotencyStep(route, deps)] : []),
    readRequest(route, explainQuery(route, deps)),
    ...beforeWork,
    requestWork(route, deps),
  ]);
}

interface Admission<A extends AdmittedRequest> {
  /** The running look-up of the caller. */
  admitting: Promise<A>;
  /** Repeats the look-up, for responses that are held open. */
  admitAgain: () => Promise<AdmittedRequest>;
  /** The person whose rejections are counted. Without one, rejections of the address are counted. */
  personId?: string;
}

/** Waits for the caller and their project, for the steps that follow. @throws the rejection of the caller, or rate_limited */
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
  } catch (rejection) {
    anonymous.countRejection(ctx, rejection, personId);
    throw rejection;
  }
}

/** @throws secret_key_required */
const secretKeyOnly: Step = (ctx, next) => {
  const { caller } = ctx.state as StepState;
  if (caller.purpose !== 'secret') throw apiError('secret_key_required', {});
  return next();
};

/** Checks the grant before the budget and before a stored response is read. @throws scope_required */
function grantedOnly(route: Route): Step {
  return (ctx, next) => {
    const { caller, project } = ctx.state as StepState;
    checkGrant(ctx, route, { caller, project });
    return next();
  };
}

/** Takes one request from a budget of the caller. @throws rate_limited */
export function takeFromBudget(gate: Pick<RequestServices, 'spend'>, budget: Budget): Step {
  return async (ctx, next) => {
    const { caller, project, preview, spending } = ctx.state as StepState;
    await spend(ctx, gate, {
      ...{ caller, project, budget },
      ...(preview && { preview }),
      ...(spending && { spending }),
    });
    await next();
  };
}

/** Reads the body if the route declares one. @throws payload_too_large, unsupported_media_type, invalid_json */
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
 * Validates path, query and body by the route's schemas. `explain` may replace an error by one with a better message.
 * @throws the validation errors
 */
export function readRequest(
  route: RouteInputSpec,
  explain?: (thrown: unknown, ctx: Context) => Promise<unknown>,
): Step {
  const readInput = inputReader(route);
  return (ctx, next) => {
    try {
      (ctx.state as StepState).request = readInput(ctx);
    } catch (thrown) {
      if (explain === undefined) throw thrown;
      return explain(thrown, ctx).then((error) => {
        throw error;
      });
    }
    return next();
  };
}

/** Sends the response that the following steps built. */
export function sendResponse(memory: ResponseMemory): Step {
  return async (ctx, next) => {
    await next();
    const { response, shared } = ctx.state as StepState;
    if (response !== undefined) send(ctx, response, memory, shared);
  };
}
