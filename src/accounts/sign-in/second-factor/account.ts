import { transactSystem } from '../../../projects/index.ts';
import { problem } from '../../../contract/errors/problem.ts';
import { type AccountCall, type Answer, answer } from '../../../core/http/index.ts';
import { addSecondFactor, dropSecondFactor, offerTotp } from '../../users/second-factor-repository.ts';
import { changeUser, findUser } from '../../users/repository.ts';
import { deleteSessions as endSessions } from '../../users/session-repository.ts';
import { markedHash } from '../../users/password/password.ts';
import { actingIn, auditedAccount } from '../audited.ts';
import { settleGuess } from '../attempts.ts';
import { knownBrowserCookie, ownAccount, requireSignedIn } from '../session.ts';
import { isGuarded, wrongCode } from './check-code.ts';
import {
  bareCode,
  isTotpForm,
  newRecoveryCodes,
  newTotpSecret,
  recoveryHash,
  stepOfCode,
  totpUri,
} from './codes.ts';
import type { OfferedTotp, RecoveryCodes } from './schema.ts';

/** Begins to add an authenticator app: nothing changes until a code of it is confirmed. @throws second_factor_set */
export async function offerApp(call: AccountCall): Promise<OfferedTotp> {
  const user = await ownAccount(call);
  if (isGuarded(user)) throw problem('second_factor_set', {});
  const secret = await newTotpSecret();
  await offerTotp(call.system, user._id, { secret: call.box.seal(secret), at: call.now });
  return { secret, uri: await totpUri(secret, user.email) };
}

/**
 * Adds the app that was offered, by one of its codes, and makes recovery codes. All other sessions end, and all other
 * browsers are strangers: they never showed the second factor.
 * @throws invalid_second_factor, second_factor_set, too_many_attempts
 */
export function confirmApp(call: AccountCall, code: string): Promise<Answer<RecoveryCodes>> {
  return settleGuess(call, async () => {
    const { id, sessionId } = requireSignedIn(call);
    const recovery_codes = newRecoveryCodes();
    const recovery = recovery_codes.map((made) => recoveryHash(bareCode(made)));
    await transactSystem(call.system, actingIn(call), async ({ system: inside, stored }) => {
      const user = await findUser(inside, id);
      if (user === null) throw problem('not_signed_in', {});
      if (isGuarded(user)) throw problem('second_factor_set', {});
      if (user.totp_offered === undefined) throw wrongCode();
      const { secret } = user.totp_offered;
      const bare = bareCode(code);
      const step = isTotpForm(bare) ? await stepOfCode(call.box.open(secret), bare, call.now) : null;
      if (step === null) throw wrongCode();
      const totp = { secret, since: call.now, last_step: step, wrong: 0 };
      await addSecondFactor(inside, id, { totp, recovery, password: markedHash(user.password, true) });
      await changeUser(inside, id, {}, { forgetsBrowsers: true });
      await endSessions(inside, id, sessionId);
      return stored(auditedAccount('account.factor_added', user));
    });
    return answer({ recovery_codes }, { browser: knownBrowserCookie(call, await ownAccount(call)) });
  });
}

/** Removes the app and its recovery codes; the password alone signs in again. */
export async function removeApp(call: AccountCall): Promise<Answer<null>> {
  const { id } = requireSignedIn(call);
  await transactSystem(call.system, actingIn(call), async (inside) => {
    await dropSecondFactor(inside.system, id);
    return inside.stored(auditedAccount('account.factor_removed', { _id: id }));
  });
  return answer(null, { status: 204 });
}
