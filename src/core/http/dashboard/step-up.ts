import type { Step } from '../pipeline/request-state.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { minuteMs } from '../../../contract/time.ts';
import type { Clock } from '../../util/clock.ts';
import type { Person } from './dashboard-route.ts';
import type { DashboardState } from './dashboard-deps.ts';
import { signedInPerson } from './membership.ts';

/** How long a proof of identity is valid (specification: step-up). */
const proofMs = 10 * minuteMs;

/**
 * Requires a recent proof of identity for requests that give access. Removing access never requires one.
 * @param isRequired - `true` for every request, or a function that decides for each request.
 * @throws step_up_required, with the methods of proof
 */
export function requireStepUp(isRequired: true | ((input: never) => boolean), clock: Clock): Step {
  return async (ctx, next) => {
    const person = signedInPerson(ctx);
    const { request } = ctx.state as DashboardState;
    if (isRequired === true || isRequired(request.input as never)) await checkProof(person, clock.now());
    await next();
  };
}

/** @throws step_up_required if the person's last proof is too old */
export async function checkProof({ session, listProofMethods }: Person, now: Date): Promise<void> {
  const { confirmedAt } = session;
  if (confirmedAt !== null && now.getTime() - confirmedAt.getTime() <= proofMs) return;
  throw apiError('step_up_required', {}, { methods: await listProofMethods() });
}
