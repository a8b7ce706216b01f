import { apiError } from '../../../contract/errors/api-error.ts';
import type { AccountContext } from '../../../core/http/index.ts';
import type { TotpRecord, UserRecord } from '../../users/schema.ts';
import { noteWrongCode, takeRecoveryCode, takeStep } from '../../users/second-factor-repository.ts';
import { admitCode, isKnownBrowser } from '../attempts.ts';
import { bareCode, isTotpForm, recoveryHash, stepOfCode } from './codes.ts';
import type { Proof } from './schema.ts';

/** So many wrong codes in a row from strange browsers, and these must use a recovery code or a link. */
const wrongInARowMax = 100;

/** An account with a second factor. */
export type Guarded = UserRecord & { totp: TotpRecord };

export function isGuarded(user: UserRecord): user is Guarded {
  return user.totp !== undefined;
}

/** What completes a sign-in of this account from this browser. */
export function codesTaken(context: AccountContext, user: Guarded): Proof[] {
  const isOpen = isKnownBrowser(context, user) || user.totp.wrong < wrongInARowMax;
  return isOpen ? ['totp', 'recovery_code'] : ['recovery_code'];
}

/**
 * Takes a code of the account's app, or one of its recovery codes; each works once, whichever process sees it first.
 * @throws invalid_second_factor, too_many_attempts
 */
export async function takeCode(context: AccountContext, user: Guarded, typed: string): Promise<void> {
  const bare = bareCode(typed);
  if (!isTotpForm(bare)) {
    if (!(await takeRecoveryCode(context.system, user._id, recoveryHash(bare)))) throw wrongCode();
    return;
  }
  if (!codesTaken(context, user).includes('totp'))
    throw apiError('invalid_second_factor', {
      why: 'Use a recovery code: too many codes in a row were wrong',
    });
  await admitCode(context, user);
  const step = await stepOfCode(context.box.open(user.totp.secret), bare, context.now);
  if (step !== null && (await takeStep(context.system, user._id, step))) return;
  if (!isKnownBrowser(context, user)) await noteWrongCode(context.system, user._id);
  throw wrongCode();
}

export function wrongCode(): Error {
  return apiError('invalid_second_factor', { why: 'This code is wrong, or it was used before' });
}
