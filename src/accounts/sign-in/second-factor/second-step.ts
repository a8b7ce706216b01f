import { transactSystem } from '../../../projects/index.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { minuteMs } from '../../../contract/time.ts';
import { hashOfToken, randomBase62 } from '../../../core/util/index.ts';
import type { AccountContext, RouteResponse } from '../../../core/http/index.ts';
import type { UserRecord } from '../../users/schema.ts';
import { findUser } from '../../users/repository.ts';
import { isClosed } from '../../users/sessions.ts';
import { actingIn, beginIn } from '../audited.ts';
import { settleGuess } from '../attempts.ts';
import type { Session } from '../schema.ts';
import { sessionStart, startedSession } from '../session.ts';
import { codesTaken, isGuarded, takeCode } from './check-code.ts';
import type { SecondStep } from './schema.ts';
import { endTicket, insertTicket, tryTicket } from './ticket-repository.ts';

const ticketMs = 5 * minuteMs;
const triesMax = 5;

/**
 * Holds a sign-in back until its second step, where the account has a second factor. Until then there is no session.
 * @throws second_factor_required, with the ticket for that step
 */
export async function requireSecondStep(context: AccountContext, user: UserRecord): Promise<void> {
  if (!isGuarded(user)) return;
  const ticket = randomBase62(43);
  const expires_at = new Date(context.now.getTime() + ticketMs);
  await insertTicket(context.system, { _id: hashOfToken(ticket), user_id: user._id, tries: 0, expires_at });
  throw apiError('second_factor_required', {}, { ticket, methods: codesTaken(context, user) });
}

/**
 * Completes a sign-in by a code of the app or a recovery code.
 * @throws invalid_second_factor, too_many_attempts
 */
export function completeSignIn(context: AccountContext, sent: SecondStep): Promise<RouteResponse<Session>> {
  return settleGuess(context, async () => {
    const { system, now } = context;
    const hash = hashOfToken(sent.ticket);
    const ticket = await tryTicket(system, hash, { most: triesMax, now });
    const user = ticket === null ? null : await findUser(system, ticket.user_id);
    if (user === null || isClosed(user) || !isGuarded(user)) throw over();
    context.tried.user = user._id;
    await takeCode(context, user, sent.code);
    const opened = await transactSystem(system, actingIn(context, user), async (tx) => {
      if (!(await endTicket(tx.system, hash))) throw over();
      const session = await beginIn(tx, user, sessionStart(context, 'password+totp'));
      return tx.stored(session.audit, session);
    });
    return startedSession(context, (await findUser(system, user._id)) ?? user, opened); // one code fewer
  });
}

function over(): Error {
  return apiError('invalid_second_factor', { why: 'This sign-in took too long or had too many tries' });
}
