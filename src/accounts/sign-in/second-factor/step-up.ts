import { apiError } from '../../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../../core/http/index.ts';
import type { UserRecord } from '../../users/schema.ts';
import { verifyPassword } from '../../users/password/password.ts';
import { settleGuess } from '../attempts.ts';
import { addProof, findOwnAccount, requireSignedIn } from '../session.ts';
import { requireAccepted } from '../sign-in-methods.ts';
import { hasSecondFactor, useCode } from './check-code.ts';
import type { StepUp } from './schema.ts';

/**
 * Confirms the signed-in person's identity again, by the second factor or else by the password.
 * @throws invalid_credentials, invalid_second_factor, missing_required_field, too_many_attempts
 */
export function stepUp(context: AccountContext, { password, code }: StepUp): Promise<RouteResponse<null>> {
  return settleGuess(context, async () => {
    const user = await findOwnAccount(context);
    const proof = hasSecondFactor(user)
      ? await useCode(context, user, requireField('code', code))
      : await usePassword(context, user, requireField('password', password));
    await addProof(context.system, requireSignedIn(context), { proof, at: context.now });
    return respond(null, { status: 204 });
  });
}

async function usePassword(context: AccountContext, user: UserRecord, password: string): Promise<'password'> {
  requireAccepted(context, 'password');
  if (!(await verifyPassword(password, user.password))) throw apiError('invalid_credentials', {});
  return 'password';
}

function requireField(name: string, value: string | undefined): string {
  if (value === undefined) throw apiError('missing_required_field', { name }, { param: name });
  return value;
}
