import { writeSystem } from '../../projects/index.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type { AccountContext, RouteResponse } from '../../core/http/index.ts';
import { isClosed } from '../users/sessions.ts';
import { accountWriter, startSessionIn } from '../sign-in/audited.ts';
import { settleGuess } from '../sign-in/attempts.ts';
import type { Session } from '../sign-in/schema.ts';
import { respondWithSession, sessionStart } from '../sign-in/session.ts';
import { requireAccepted } from '../sign-in/sign-in-methods.ts';
import { requestOptions } from './options.ts';
import type { PasskeyOptions, UsedCredential } from './schema.ts';
import { recordUse, verifyUsedCredential } from './verify.ts';

const use = { purpose: 'sign_in', subject: '' } as const;

/** Options to sign in with any passkey of the domain. @throws sign_in_method_required */
export async function signInOptions(context: AccountContext): Promise<PasskeyOptions> {
  requireAccepted(context, 'passkey');
  return requestOptions(context, use);
}

/**
 * Signs in with a passkey, which is the account, the secret and the second factor in one.
 * @throws passkey_rejected, account_disabled, too_many_attempts, sign_in_method_required
 */
export function signInWithPasskey(
  context: AccountContext,
  response: UsedCredential,
): Promise<RouteResponse<Session>> {
  return settleGuess(context, async () => {
    requireAccepted(context, 'passkey');
    const passkeyUse = await verifyUsedCredential(context, response, use);
    const { user } = passkeyUse;
    context.attemptedAccount.user = user._id;
    if (isClosed(user)) throw apiError('account_disabled', {});
    const newSession = await writeSystem(context.system, accountWriter(context, user), async (tx) => {
      await recordUse(tx.system, passkeyUse, context.now);
      const session = await startSessionIn(tx, user, sessionStart(context, 'passkey'));
      return tx.stored(session.audit, session);
    });
    return respondWithSession(context, user, newSession);
  });
}
