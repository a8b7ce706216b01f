import { problem } from '../contract/problem.ts';
import type { Answer } from '../platform/http/answer.ts';
import type { AccountCall } from '../platform/http/dashboard-route.ts';
import type { UserRecord } from '../users/schema.ts';
import { emailKeyOf, findUserByEmail, isClosed, isPassword, openSession } from '../users/service.ts';
import { guessAt } from './attempts.ts';
import type { Session, SignIn } from './schema.ts';
import { requireSecondStep } from './second-factor/second-step.ts';
import { sessionStart, startedSession } from './session.ts';

/** @throws invalid_credentials, account_disabled, too_many_attempts, second_factor_required */
export async function beginSession(call: AccountCall, sent: SignIn): Promise<Answer<Session>> {
  const user = await accountWith(call, sent);
  await requireSecondStep(call, user);
  return startedSession(call, user, await openSession(call.system, user, sessionStart(call, 'password')));
}

/**
 * The account that e-mail and password belong to.
 * @throws invalid_credentials, the same for an unknown e-mail and a wrong password; account_disabled after a right
 * one only; too_many_attempts
 */
export async function accountWith(
  call: AccountCall,
  sent: { email: string; password: string },
): Promise<UserRecord> {
  const email = emailKeyOf(sent.email);
  const user = await findUserByEmail(call.system, email);
  return guessAt(call, { email, user }, async (by) => {
    const isRight = await isPassword(sent.password, user?.password ?? null, by);
    if (user === null || !isRight) throw problem('invalid_credentials', {});
    if (isClosed(user)) throw problem('account_disabled', {});
    return user;
  });
}
