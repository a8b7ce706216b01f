import { writeSystem } from '../../projects/index.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { AccountContext, RouteResponse } from '../../core/http/index.ts';
import type { UserRecord } from '../users/schema.ts';
import { normalizeEmail } from '../users/accounts.ts';
import { findUserByEmail } from '../users/repository.ts';
import { isClosed, type SessionStart } from '../users/sessions.ts';
import { verifyPassword } from '../users/password/password.ts';
import { accountWriter, startSessionIn, type NewSession } from './audited.ts';
import { guessAt } from './attempts.ts';
import type { Session, SignIn } from './schema.ts';
import { requireSecondStep } from './second-factor/second-step.ts';
import { sessionStart, respondWithSession } from './session.ts';
import { requireAccepted } from './sign-in-methods.ts';

/**
 * Signs in with e-mail address and password.
 * @throws sign_in_method_required, invalid_credentials, account_disabled, too_many_attempts, second_factor_required
 */
export async function signInWithPassword(
  context: AccountContext,
  input: SignIn,
): Promise<RouteResponse<Session>> {
  const user = await findAccountByPassword(context, input);
  await requireSecondStep(context, user);
  return respondWithSession(context, user, await startUserSession(context, user, 'password'));
}

/** Starts the session of a person who has signed in. */
export function startUserSession(
  context: AccountContext,
  user: UserRecord,
  method: SessionStart['method'],
): Promise<NewSession> {
  return writeSystem(context.system, accountWriter(context, user), async (tx) => {
    const newSession = await startSessionIn(tx, user, sessionStart(context, method));
    return tx.stored(newSession.audit, newSession);
  });
}

/**
 * Returns the account of an e-mail address and password. An unknown address and a wrong password give one
 * error, and account_disabled needs the right password.
 * @throws sign_in_method_required, invalid_credentials, account_disabled, too_many_attempts
 */
export async function findAccountByPassword(
  context: AccountContext,
  input: { email: string; password: string },
): Promise<UserRecord> {
  requireAccepted(context, 'password');
  const email = normalizeEmail(input.email);
  const user = await findUserByEmail(context.system, email);
  return guessAt(context, { email, user }, async (by) => {
    const isRight = await verifyPassword(input.password, user?.password ?? null, by);
    if (user === null || !isRight) throw apiError('invalid_credentials', {});
    if (isClosed(user)) throw apiError('account_disabled', {});
    return user;
  });
}
