import compose from 'koa-compose';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { ParseBody } from '../request/body.ts';
import { explainQuery } from '../query/explained-query.ts';
import { checkGrant } from './authorize.ts';
import { idempotencyStep, noteIdempotencyKey } from '../admission/idempotency-step.ts';
import { minVersion } from '../admission/min-version.ts';
import { requestWork } from './request-work.ts';
import { declaredOnly } from './route-errors.ts';
import type { Route } from './route.ts';
import type { EndpointDeps } from '../server/server-deps.ts';
import { readRequest, sendResponse, type Step, type StepState, takeBody, takeFromBudget } from './steps.ts';

/** The way of one request through one route of the API, for a caller who was let in: by key, session or preview token. */
export function requestPipeline(route: Route, deps: EndpointDeps, parseBody: ParseBody): Step {
  return compose<Parameters<Step>[0]>([
    ...(deps.checkAnswers ? [declaredOnly(route)] : []),
    ...(route.key === 'secret' ? [secretKeyOnly] : []),
    grantedOnly(route),
    takeFromBudget(deps.gate, route.budget),
    sendResponse(deps.responses),
    minVersion(route, deps),
    ...(route.method === 'POST' ? [noteIdempotencyKey(route)] : []),
    takeBody(route, parseBody, (ctx) => (ctx.state as StepState).project.id),
    ...(route.method === 'POST' ? [idempotencyStep(route, deps)] : []),
    readRequest(route, explainQuery(route, deps)),
    requestWork(route, deps),
  ]);
}

/** Before the budget and before anything is looked up, a former answer too. @throws scope_required */
function grantedOnly(route: Route): Step {
  return (ctx, next) => {
    const { caller, project } = ctx.state as StepState;
    checkGrant(ctx, route, { caller, project });
    return next();
  };
}

/** @throws secret_key_required */
const secretKeyOnly: Step = (ctx, next) => {
  const { caller } = ctx.state as StepState;
  if (caller.purpose !== 'secret') throw apiError('secret_key_required', {});
  return next();
};
