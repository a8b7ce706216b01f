import { apiError } from '../../../contract/errors/api-error.ts';
import type { AccountContext } from '../../../core/http/index.ts';
import type { TotpRecord, UserRecord } from '../../users/schema.ts';
import { countWrongCode, useRecoveryCode, useStep } from '../../users/second-factor-repository.ts';
import { admitCode, isKnownBrowser } from '../attempts.ts';
import { normalizeCode, isTotpCode, hashRecoveryCode, findStep } from './codes.ts';
import type { StepProof } from './schema.ts';

/**
 * After this many consecutive wrong codes from unknown browsers, such browsers need a recovery code or a
 * link.
 */
const maxConsecutiveWrong = 100;

export type UserWithSecondFactor = UserRecord & { totp: TotpRecord };

export function hasSecondFactor(user: UserRecord): user is UserWithSecondFactor {
  return user.totp !== undefined;
}

/** Returns which proofs complete a sign-in to this account from this browser. */
export function acceptedProofs(context: AccountContext, user: UserWithSecondFactor): StepProof[] {
  const acceptsTotp = isKnownBrowser(context, user) || user.totp.wrong < maxConsecutiveWrong;
  return acceptsTotp ? ['totp', 'recovery_code'] : ['recovery_code'];
}

/**
 * Accepts a code of the account's app or one of its recovery codes. Each works once, in any process.
 * @returns what the code was
 * @throws invalid_second_factor, too_many_attempts
 */
export async function useCode(
  context: AccountContext,
  user: UserWithSecondFactor,
  typedCode: string,
): Promise<'totp' | 'recovery_code'> {
  const normalizedCode = normalizeCode(typedCode);
  if (!isTotpCode(normalizedCode)) {
    if (!(await useRecoveryCode(context.system, user._id, hashRecoveryCode(normalizedCode))))
      throw wrongCode();
    return 'recovery_code';
  }
  if (!acceptedProofs(context, user).includes('totp'))
    throw apiError('invalid_second_factor', {
      why: 'Use a recovery code: too many codes in a row were wrong',
    });
  await admitCode(context, user);
  const step = await findStep(context.box.open(user.totp.secret), normalizedCode, context.now);
  if (step !== null && (await useStep(context.system, user._id, step))) return 'totp';
  if (!isKnownBrowser(context, user)) await countWrongCode(context.system, user._id);
  throw wrongCode();
}

export function wrongCode(): Error {
  return apiError('invalid_second_factor', { why: 'This code is wrong, or it was used before' });
}
