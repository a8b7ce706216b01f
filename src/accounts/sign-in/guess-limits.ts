import { finishGuess } from './attempts.ts';
import type { AccountContext } from '../../core/http/index.ts';

/** Maximum bytes of a body: a name, an e-mail address and two passwords. */
export const maxAccountBodyBytes = 8 * 1024;

/** Password hashes are expensive on purpose, and requests wait in a queue for them. */
const passwordTimeoutMs = 15_000;

/**
 * Options of a route that checks a password or token. `admit` counts the attempt before the body is read,
 * and a rejected body counts as a wrong guess.
 */
export function guessLimits(admit: (context: AccountContext) => Promise<void>) {
  return {
    bodyBytesMax: maxAccountBodyBytes,
    beforeBody: admit,
    afterRejectedBody: finishGuess,
    timeLimitMs: passwordTimeoutMs,
  };
}
