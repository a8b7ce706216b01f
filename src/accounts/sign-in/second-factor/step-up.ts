import { problem } from '../../../contract/errors/problem.ts';
import { type AccountCall, type Answer, answer } from '../../../core/http/index.ts';
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
export function stepUp(call: AccountCall, { password, code }: StepUp): Promise<Answer<null>> {
  return settleGuess(call, async () => {
    const user = await ownAccount(call);
    if (isGuarded(user)) await takeCode(call, user, required('code', code));
    else if (!(await isPassword(required('password', password), user.password)))
      throw problem('invalid_credentials', {});
    await noteStrong(call.system, requireSignedIn(call).sessionId, call.now);
    return answer(null, { status: 204 });
  });
}

function required(name: string, value: string | undefined): string {
  if (value === undefined) throw problem('missing_required_field', { name }, { param: name });
  return value;
}
