import { writeSystem } from '../../../projects/index.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { minuteMs } from '../../../contract/time.ts';
import { hashOfToken, randomBase62 } from '../../../core/util/index.ts';
import type { AccountContext, RouteResponse } from '../../../core/http/index.ts';
import type { UserRecord } from '../../users/schema.ts';
import { findUser } from '../../users/repository.ts';
import { isClosed } from '../../users/sessions.ts';
import { accountWriter, startSessionIn } from '../audited.ts';
import { settleGuess } from '../attempts.ts';
import type { Session } from '../schema.ts';
import { sessionStart, respondWithSession } from '../session.ts';
import { acceptedProofs, hasSecondFactor, useCode } from './check-code.ts';
import type { SecondStep } from './schema.ts';
import { deleteTicket, insertTicket, tryTicket } from './ticket-repository.ts';

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
  throw apiError('second_factor_required', {}, { ticket, methods: acceptedProofs(context, user) });
}

/**
 * Completes a sign-in with a code of the app or a recovery code.
 * @throws invalid_second_factor, too_many_attempts
 */
export function completeSignIn(context: AccountContext, sent: SecondStep): Promise<RouteResponse<Session>> {
  return settleGuess(context, async () => {
    const { system, now } = context;
    const hash = hashOfToken(sent.ticket);
    const ticket = await tryTicket(system, hash, { maxTries, now });
    const user = ticket === null ? null : await findUser(system, ticket.user_id);
    if (user === null || isClosed(user) || !hasSecondFactor(user)) throw ticketEnded();
    context.attemptedAccount.user = user._id;
    const proof = await useCode(context, user, sent.code);
    const newSession = await writeSystem(system, accountWriter(context, user), async (tx) => {
      if (!(await deleteTicket(tx.system, hash))) throw ticketEnded();
      const session = await startSessionIn(tx, user, {
        ...sessionStart(context, 'password+totp'),
        proofs: ['password', proof],
      });
      return tx.stored(session.audit, session);
    });
    // Read again: a recovery code may be used up.
    return respondWithSession(context, (await findUser(system, user._id)) ?? user, newSession);
  });
}

function ticketEnded(): Error {
  return apiError('invalid_second_factor', { why: 'This sign-in took too long or had too many tries' });
}
