import { apiError } from '../../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../../core/http/index.ts';
import { requestOptions } from '../../passkeys/options.ts';
import type { PasskeyOptions, UsedCredential } from '../../passkeys/schema.ts';
import { recordUse, verifyUsedCredential } from '../../passkeys/verify.ts';
import type { UserRecord } from '../../users/schema.ts';
import { verifyPassword } from '../../users/password/password.ts';
import { settleGuess } from '../attempts.ts';
import { addProof, findOwnAccount, requireSignedIn } from '../session.ts';
import { listUsablePasskeys, requireAccepted } from '../sign-in-methods.ts';
import { hasSecondFactor, useCode } from './check-code.ts';
import { requireOne } from './require-one.ts';
import type { StepUp } from './schema.ts';

/** Options to confirm the identity of the signed-in person with a passkey. */
export async function stepUpOptions(context: AccountContext): Promise<PasskeyOptions> {
  requireAccepted(context, 'passkey');
  const { id, sessionId } = requireSignedIn(context);
  const passkeys = await listUsablePasskeys(context.system, context.bounds.signIn, id);
  return requestOptions(context, { purpose: 'step_up', subject: sessionId }, passkeys);
}

/**
 * Confirms the signed-in person's identity again: by a passkey, or the app, or without one by the password.
 * @throws invalid_credentials, invalid_second_factor, passkey_rejected, missing_required_field,
 * too_many_attempts
 */
export function stepUp(context: AccountContext, sent: StepUp): Promise<RouteResponse<null>> {
  return settleGuess(context, async () => {
    const user = await findOwnAccount(context);
    requireOne({ ...sent }, hasSecondFactor(user) ? 'code' : 'password');
    const proof = await checkProof(context, user, sent);
    await addProof(context.system, requireSignedIn(context), { proof, at: context.now });
    return respond(null, { status: 204 });
  });
}

async function checkProof(context: AccountContext, user: UserRecord, { password, code, passkey }: StepUp) {
  if (passkey !== undefined) return usePasskey(context, passkey);
  if (hasSecondFactor(user)) return useCode(context, user, requireField('code', code));
  return usePassword(context, user, requireField('password', password));
}

async function usePasskey(context: AccountContext, passkey: UsedCredential): Promise<'passkey'> {
  requireAccepted(context, 'passkey');
  const { id: userId, sessionId: subject } = requireSignedIn(context);
  const use = await verifyUsedCredential(context, passkey, { purpose: 'step_up', subject, userId });
  await recordUse(context.system, use, context.now);
  return 'passkey';
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
