import type { RequestState } from '../pipeline/request-state.ts';
import type { Context } from 'koa';
import type { Budget } from '../../../contract/limits.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import type { AdmittedRequest, RequestServices, Spender } from '../pipeline/request-services.ts';

const namesFor = (budget: Budget) => ({
  limit: `X-RateLimit-Limit-${budget}`,
  remaining: `X-RateLimit-Remaining-${budget}`,
  reset: `X-RateLimit-Reset-${budget}`,
});
const headersOf = { read: namesFor('read'), write: namesFor('write'), vote: namesFor('vote') };

/**
 * Takes one request from a budget of the caller, unless that was done already, and sets the headers of the budget.
 * @throws rate_limited
 */
export async function spend(
  ctx: Context,
  gate: Pick<RequestServices, 'spend'>,
  { spending: pending, budget, ...spender }: Spender & Pick<AdmittedRequest, 'spending'> & { budget: Budget },
): Promise<void> {
  const { workTime } = ctx.state as RequestState;
  const spending = await workTime.wait(pending ?? gate.spend(spender, budget));
  const names = headersOf[budget];
  ctx.res.setHeader(names.limit, String(spending.limit));
  ctx.res.setHeader(names.remaining, String(spending.remaining));
  ctx.res.setHeader(names.reset, String(spending.resetSeconds));
  if (spending.retryAfterSeconds === null) return;
  ctx.set('Retry-After', String(spending.retryAfterSeconds));
  const { rejectedBy, retryAfterSeconds: retryAfter, rejectedLimit: requestsMax, windowSeconds } = spending;
  const whose = spender.caller.kind === 'key' ? rejectedBy : 'member';
  throw apiError('rate_limited', { budget, whose, requestsMax, windowSeconds, retryAfter });
}
