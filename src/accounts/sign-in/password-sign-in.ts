import { transactSystem } from '../../projects/index.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { AccountContext, RouteResponse } from '../../core/http/index.ts';
import type { UserRecord } from '../users/schema.ts';
import { emailKeyOf } from '../users/accounts.ts';
import { findUserByEmail } from '../users/repository.ts';
import { isClosed, type SessionStart } from '../users/sessions.ts';
import { isPassword } from '../users/password/password.ts';
import { actingIn, beginIn, type OpenedSession } from './audited.ts';
import { guessAt } from './attempts.ts';
import type { Session, SignIn } from './schema.ts';
import { requireSecondStep } from './second-factor/second-step.ts';
import { sessionStart, startedSession } from './session.ts';

/** @throws invalid_credentials, account_disabled, too_many_attempts, second_factor_required */
export async function beginSession(context: AccountContext, sent: SignIn): Promise<RouteResponse<Session>> {
  const user = await accountWith(context, sent);
  await requireSecondStep(context, user);
  return startedSession(context, user, await signedIn(context, user, 'password'));
}

/** Begins the session of who has proved who they are. */
export function signedIn(
  context: AccountContext,
  user: UserRecord,
  method: SessionStart['method'],
): Promise<OpenedSession> {
  return transactSystem(context.system, actingIn(context, user), async (tx) => {
    const opened = await beginIn(tx, user, sessionStart(context, method));
    return tx.stored(opened.audit, opened);
  });
}

/**
 * The account that e-mail and password belong to.
 * @throws invalid_credentials, the same for an unknown e-mail and a wrong password; account_disabled after a right
 * one only; too_many_attempts
 */
export async function accountWith(
  context: AccountContext,
  sent: { email: string; password: string },
): Promise<UserRecord> {
  const email = emailKeyOf(sent.email);
  const user = await findUserByEmail(context.system, email);
  return guessAt(context, { email, user }, async (by) => {
    const isRight = await isPassword(sent.password, user?.password ?? null, by);
    if (user === null || !isRight) throw apiError('invalid_credentials', {});
    if (isClosed(user)) throw apiError('account_disabled', {});
    return user;
  });
}
