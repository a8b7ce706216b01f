import { writeSystem } from '../../../projects/index.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { minuteMs } from '../../../contract/time.ts';
import { hashOfToken, randomBase62 } from '../../../core/util/index.ts';
import type { AccountContext, RouteResponse } from '../../../core/http/index.ts';
import { requestOptions } from '../../passkeys/options.ts';
import type { PasskeyOptions } from '../../passkeys/schema.ts';
import { recordUse, verifyUsedCredential } from '../../passkeys/verify.ts';
import type { UserRecord } from '../../users/schema.ts';
import { findUser } from '../../users/repository.ts';
import { isClosed } from '../../users/sessions.ts';
import { accountWriter, startSessionIn } from '../audited.ts';
import { settleGuess } from '../attempts.ts';
import type { Session } from '../schema.ts';
import { sessionStart, respondWithSession } from '../session.ts';
import { listUsablePasskeys, requireAccepted } from '../sign-in-methods.ts';
import { acceptedProofs, hasSecondFactor, useCode, type UserWithSecondFactor } from './check-code.ts';
import { requireOne } from './require-one.ts';
import type { SecondStep } from './schema.ts';
import { deleteTicket, findTicket, insertTicket, tryTicket } from './ticket-repository.ts';

const ticketLifetimeMs = 5 * minuteMs;
const maxTries = 5;

/**
 * Stops the sign-in to an account with a second factor before its session starts.
 * @throws second_factor_required, with the ticket for the second step
 */
export async function requireSecondStep(context: AccountContext, user: UserRecord): Promise<void> {
  if (!hasSecondFactor(user)) return;
  const ticket = randomBase62(43);
  const expires_at = new Date(context.now.getTime() + ticketLifetimeMs);
  await insertTicket(context.system, { _id: hashOfToken(ticket), user_id: user._id, tries: 0, expires_at });
  const passkeys = await listUsablePasskeys(context.system, context.bounds.signIn, user._id);
  const methods = [...(passkeys.length > 0 ? ['passkey'] : []), ...acceptedProofs(context, user)];
  throw apiError('second_factor_required', {}, { ticket, methods });
}

/** Options to complete a sign-in with a passkey; takes no try of the ticket. @throws invalid_second_factor */
export async function secondStepOptions(context: AccountContext, ticket: string): Promise<PasskeyOptions> {
  requireAccepted(context, 'password'); // the first step
  requireAccepted(context, 'passkey');
  const { system, now, bounds } = context;
  const hash = hashOfToken(ticket);
  const record = await findTicket(system, hash, { maxTries, now });
  if (record === null) throw ticketEnded();
  const passkeys = await listUsablePasskeys(system, bounds.signIn, record.user_id);
  return requestOptions(context, { purpose: 'second_factor', subject: hash }, passkeys);
}

/**
 * Completes a sign-in with a passkey, a code of the app or a recovery code.
 * @throws sign_in_method_required, invalid_second_factor, passkey_rejected, too_many_attempts
 */
export function completeSignIn(context: AccountContext, sent: SecondStep): Promise<RouteResponse<Session>> {
  return settleGuess(context, async () => {
    requireAccepted(context, 'password'); // the first step
    requireOne({ code: sent.code, passkey: sent.passkey }, 'code');
    if (sent.passkey !== undefined) requireAccepted(context, 'passkey');
    const { system, now } = context;
    const hash = hashOfToken(sent.ticket);
    const ticket = await tryTicket(system, hash, { maxTries, now });
    const user = ticket === null ? null : await findUser(system, ticket.user_id);
    if (user === null || isClosed(user) || !hasSecondFactor(user)) throw ticketEnded();
    context.attemptedAccount.user = user._id;
    const { proof, passkeyUse } = await checkSecondFactor(context, user, { ...sent, hash });
    const newSession = await writeSystem(system, accountWriter(context, user), async (tx) => {
      if (!(await deleteTicket(tx.system, hash))) throw ticketEnded();
      if (passkeyUse !== null) await recordUse(tx.system, passkeyUse, now);
      const method = passkeyUse === null ? 'password+totp' : 'password+passkey';
      const session = await startSessionIn(tx, user, {
        ...sessionStart(context, method),
        proofs: ['password', proof],
      });
      return tx.stored(session.audit, session);
    });
    // Read again: a recovery code may be used up.
    return respondWithSession(context, (await findUser(system, user._id)) ?? user, newSession);
  });
}

async function checkSecondFactor(
  context: AccountContext,
  user: UserWithSecondFactor,
  { code = '', passkey, hash }: SecondStep & { hash: string },
) {
  if (passkey === undefined) return { proof: await useCode(context, user, code), passkeyUse: null };
  const use = { purpose: 'second_factor', subject: hash, userId: user._id } as const;
  return { proof: 'passkey', passkeyUse: await verifyUsedCredential(context, passkey, use) } as const;
}

function ticketEnded(): Error {
  return apiError('invalid_second_factor', { why: 'This sign-in took too long or had too many tries' });
}
