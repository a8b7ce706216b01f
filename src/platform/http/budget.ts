import type { Context } from 'koa';
import type { Budget } from '../../contract/limits.ts';
import { problem } from '../../contract/problem.ts';
import type { AdmittedRequest, RequestServices } from './request-services.ts';
import type { RequestState } from './server-deps.ts';

/** Takes one request from a budget of the caller and says what is left of it. @throws rate_limited */
export async function spend(
  ctx: Context,
  gate: Pick<RequestServices, 'spend'>,
  { caller, project, budget }: Pick<AdmittedRequest, 'caller' | 'project'> & { budget: Budget },
): Promise<void> {
  const { workTime } = ctx.state as RequestState;
  const spending = await workTime.wait(gate.spend({ caller, project }, budget));
  ctx.set({
    [`X-RateLimit-Limit-${budget}`]: String(spending.limit),
    [`X-RateLimit-Remaining-${budget}`]: String(spending.remaining),
    [`X-RateLimit-Reset-${budget}`]: String(spending.resetSeconds),
  });
  if (spending.refusedSeconds === null) return;
  ctx.set('Retry-After', String(spending.refusedSeconds));
  const { refusedBy: whose, refusedSeconds: retryAfter } = spending;
  throw problem('rate_limited', { budget, whose, retryAfter });
}
