import { apiError } from '../../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../../core/http/index.ts';
import { isPassword } from '../../users/password/password.ts';
import { noteStrong } from '../../users/session-repository.ts';
import { settleGuess } from '../attempts.ts';
import { ownAccount, requireSignedIn } from '../session.ts';
import { isGuarded, takeCode } from './check-code.ts';
import type { StepUp } from './schema.ts';

/**
 * The signed-in person proves once more who they are: by the second factor where there is one, else by the password.
 * @throws invalid_credentials, invalid_second_factor, missing_required_field, too_many_attempts
 */
export function stepUp(context: AccountContext, { password, code }: StepUp): Promise<RouteResponse<null>> {
  return settleGuess(context, async () => {
    const user = await ownAccount(context);
    if (isGuarded(user)) await takeCode(context, user, required('code', code));
    else if (!(await isPassword(required('password', password), user.password)))
      throw apiError('invalid_credentials', {});
    await noteStrong(context.system, requireSignedIn(context).sessionId, context.now);
    return respond(null, { status: 204 });
  });
}

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw apiError('missing_required_field', { name }, { param: name });
  return value;
}
