import { transactSystem } from '../../../projects/index.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../../core/http/index.ts';
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
export async function offerApp(context: AccountContext): Promise<OfferedTotp> {
  const user = await ownAccount(context);
  if (isGuarded(user)) throw apiError('second_factor_set', {});
  const secret = await newTotpSecret();
  await offerTotp(context.system, user._id, { secret: context.box.seal(secret), at: context.now });
  return { secret, uri: await totpUri(secret, user.email) };
}

/**
 * Adds the app that was offered, by one of its codes, and makes recovery codes. All other sessions end, and all other
 * browsers are strangers: they never showed the second factor.
 * @throws invalid_second_factor, second_factor_set, too_many_attempts
 */
export function confirmApp(context: AccountContext, code: string): Promise<RouteResponse<RecoveryCodes>> {
  return settleGuess(context, async () => {
    const { id, sessionId } = requireSignedIn(context);
    const recovery_codes = newRecoveryCodes();
    const recovery = recovery_codes.map((made) => recoveryHash(bareCode(made)));
    await transactSystem(context.system, actingIn(context), async ({ system: tx, stored }) => {
      const user = await findUser(tx, id);
      if (user === null) throw apiError('not_signed_in', {});
      if (isGuarded(user)) throw apiError('second_factor_set', {});
      if (user.totp_offered === undefined) throw wrongCode();
      const { secret } = user.totp_offered;
      const bare = bareCode(code);
      const step = isTotpForm(bare) ? await stepOfCode(context.box.open(secret), bare, context.now) : null;
      if (step === null) throw wrongCode();
      const totp = { secret, since: context.now, last_step: step, wrong: 0 };
      await addSecondFactor(tx, id, { totp, recovery, password: markedHash(user.password, true) });
      await changeUser(tx, id, {}, { forgetsBrowsers: true });
      await endSessions(tx, id, sessionId);
      return stored(auditedAccount('account.factor_added', user));
    });
    return respond({ recovery_codes }, { browser: knownBrowserCookie(context, await ownAccount(context)) });
  });
}

/** Removes the app and its recovery codes; the password alone signs in again. */
export async function removeApp(context: AccountContext): Promise<RouteResponse<null>> {
  const { id } = requireSignedIn(context);
  await transactSystem(context.system, actingIn(context), async (tx) => {
    await dropSecondFactor(tx.system, id);
    return tx.stored(auditedAccount('account.factor_removed', { _id: id }));
  });
  return respond(null, { status: 204 });
}
