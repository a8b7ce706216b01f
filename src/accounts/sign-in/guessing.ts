import { finishGuess } from './attempts.ts';
import type { AccountContext } from '../../core/http/index.ts';

/** Bytes of a body outside any project: a name, an e-mail, two passwords. */
export const accountBodyBytesMax = 8 * 1024;

/** Passwords are dear to look at on purpose, and wait for their turn, in milliseconds. */
const passwordTimeMs = 15_000;

/**
 * What bounds a route that looks at a password or token: `admit` counts the try before anything of it is read, and a
 * body that is rejected counts as a wrong guess.
 */
export function guessing(admit: (context: AccountContext) => Promise<void>) {
  return {
    bodyBytesMax: accountBodyBytesMax,
    beforeBody: admit,
    afterRejectedBody: finishGuess,
    timeLimitMs: passwordTimeMs,
  };
}
