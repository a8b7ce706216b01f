import { writeSystem } from '../../../projects/index.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type AccountContext, type RouteResponse, respond } from '../../../core/http/index.ts';
import { addSecondFactor, removeSecondFactor, offerTotp } from '../../users/second-factor-repository.ts';
import { changeUser, findUser } from '../../users/repository.ts';
import { deleteSessions as endSessions } from '../../users/session-repository.ts';
import { markHash } from '../../users/password/password.ts';
import { accountWriter, auditedAccount } from '../audited.ts';
import { settleGuess } from '../attempts.ts';
import { addProof, knownBrowserCookie, findOwnAccount, requireSignedIn } from '../session.ts';
import { hasSecondFactor, wrongCode } from './check-code.ts';
import {
  normalizeCode,
  isTotpCode,
  newRecoveryCodes,
  newTotpSecret,
  hashRecoveryCode,
  findStep,
  totpUri,
} from './codes.ts';
import type { TotpSecret, RecoveryCodes } from './schema.ts';

/** Starts to add an authenticator app; a code has to confirm it. @throws second_factor_set */
export async function offerApp(context: AccountContext): Promise<TotpSecret> {
  const user = await findOwnAccount(context);
  if (hasSecondFactor(user)) throw apiError('second_factor_set', {});
  const secret = await newTotpSecret();
  await offerTotp(context.system, user._id, { secret: context.box.seal(secret), at: context.now });
  return { secret, uri: await totpUri(secret, user.email) };
}

/**
 * Confirms the offered app with one of its codes and creates recovery codes. All other sessions and known
 * browsers end, because they never showed the second factor.
 * @throws invalid_second_factor, second_factor_set, too_many_attempts
 */
export function confirmApp(context: AccountContext, code: string): Promise<RouteResponse<RecoveryCodes>> {
  return settleGuess(context, async () => {
    const person = requireSignedIn(context);
    const { id, sessionId } = person;
    const recovery_codes = newRecoveryCodes();
    const recovery = recovery_codes.map((recoveryCode) => hashRecoveryCode(normalizeCode(recoveryCode)));
    await writeSystem(context.system, accountWriter(context), async ({ system: tx, stored }) => {
      const user = await findUser(tx, id);
      if (user === null) throw apiError('not_signed_in', {});
      if (hasSecondFactor(user)) throw apiError('second_factor_set', {});
      if (user.totp_offered === undefined) throw wrongCode();
      const { secret } = user.totp_offered;
      const normalizedCode = normalizeCode(code);
      const step = isTotpCode(normalizedCode)
        ? await findStep(context.box.open(secret), normalizedCode, context.now)
        : null;
      if (step === null) throw wrongCode();
      const totp = { secret, since: context.now, last_step: step, wrong: 0 };
      await addSecondFactor(tx, id, { totp, recovery, password: markHash(user.password, true) });
      await changeUser(tx, id, {}, { resetsBrowsers: true });
      await endSessions(tx, id, sessionId);
      await addProof(tx, person, { proof: 'totp' });
      return stored(auditedAccount('account.factor_added', user));
    });
    return respond(
      { recovery_codes },
      { browser: knownBrowserCookie(context, await findOwnAccount(context)) },
    );
  });
}

/** Removes the app and its recovery codes; sign-ins need only the password again. */
export async function removeApp(context: AccountContext): Promise<RouteResponse<null>> {
  const { id } = requireSignedIn(context);
  await writeSystem(context.system, accountWriter(context), async (tx) => {
    await removeSecondFactor(tx.system, id);
    return tx.stored(auditedAccount('account.factor_removed', { _id: id }));
  });
  return respond(null, { status: 204 });
}
