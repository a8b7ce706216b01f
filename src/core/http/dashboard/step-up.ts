import type { Step } from '../pipeline/request-state.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { minuteMs } from '../../../contract/time.ts';
import type { Clock } from '../../util/clock.ts';
import type { Person } from './dashboard-route.ts';
import type { DashboardState } from './dashboard-deps.ts';
import { signedInPerson } from './membership.ts';

/** So long a proof of who a person is lasts (specification: step-up). */
const strongMs = 10 * minuteMs;

/**
 * Asks the person to prove once more who they are, before what gives access; taking access away never asks.
 * @param asks - `true` for every request, or which of them.
 * @throws step_up_required, with the ways to prove it
 */
export function requireStepUp(asks: true | ((input: never) => boolean), clock: Clock): Step {
  return async (ctx, next) => {
    const person = signedInPerson(ctx);
    const { request } = ctx.state as DashboardState;
    if (asks === true || asks(request.input as never)) checkProof(person, clock.now());
    await next();
  };
}

/** @throws step_up_required where the person's last proof is too old */
export function checkProof({ strongAt, hasSecondFactor }: Person, now: Date): void {
  if (now.getTime() - strongAt.getTime() <= strongMs) return;
  const methods = hasSecondFactor ? ['totp', 'recovery_code'] : ['password'];
  throw apiError('step_up_required', {}, { methods });
}
