import { apiError } from '../../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../../core/http/index.ts';
import { verifyPassword } from '../../users/password/password.ts';
import { storeStepUp } from '../../users/session-repository.ts';
import { settleGuess } from '../attempts.ts';
import { findOwnAccount, requireSignedIn } from '../session.ts';
import { hasSecondFactor, useCode } from './check-code.ts';
import type { StepUp } from './schema.ts';

/**
 * Confirms the signed-in person's identity again, by the second factor or else by the password.
 * @throws invalid_credentials, invalid_second_factor, missing_required_field, too_many_attempts
 */
export function stepUp(context: AccountContext, { password, code }: StepUp): Promise<RouteResponse<null>> {
  return settleGuess(context, async () => {
    const user = await findOwnAccount(context);
    if (hasSecondFactor(user)) await useCode(context, user, requireField('code', code));
    else if (!(await verifyPassword(requireField('password', password), user.password)))
      throw apiError('invalid_credentials', {});
    await storeStepUp(context.system, requireSignedIn(context).sessionId, context.now);
    return respond(null, { status: 204 });
  });
}

function requireField(name: string, value: string | undefined): string {
  if (value === undefined) throw apiError('missing_required_field', { name }, { param: name });
  return value;
}
