import { createHash } from 'node:crypto';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import {
  counterOf,
  type CounterOptions,
  type Point,
  visitorAddress,
  visitorNetwork,
} from '../../core/counters/index.ts';
import type { AccountContext } from '../../core/http/index.ts';
import type { UserRecord } from '../users/schema.ts';

const inFiveMinutes = { windowSeconds: 5 * 60, isFinished: true };

/** Maximum wrong attempts of each counter (specification: guessing). */
const bounds = {
  /** Unknown browsers by IPv4 address or /64 of IPv6, and all IPv6 browsers of a /48 together. */
  address: { name: 'sign_in_address', points: 50, ...inFiveMinutes },
  network: { name: 'sign_in_network', points: 200, ...inFiveMinutes },
  /** A browser with an earlier sign-in. No other counter applies to that browser's accounts. */
  browser: { name: 'sign_in_browser', points: 10, ...inFiveMinutes },
  /** An account by address, and by all unknown browsers together, because many machines can guess at once. */
  pair: { name: 'sign_in_pair', points: 10, ...inFiveMinutes },
  account: { name: 'sign_in_account', points: 100, windowSeconds: 60 * 60, isFinished: true },
  /** A signed-in person who repeats the password or code. */
  person: { name: 'own_password', points: 10, ...inFiveMinutes },
  /** Sign-ins that were started, by address. Each costs a stored challenge. */
  start: { name: 'sign_in_start', points: 60, ...inFiveMinutes },
  /** Codes of one account's authenticator app from unknown browsers. Whoever sends these has the password. */
  code: { name: 'second_factor', points: 20, windowSeconds: 24 * 60 * 60, isFinished: true },
} as const satisfies Record<string, CounterOptions>;

/** Errors that mean a wrong guess; only these use up attempts. */
const wrongGuessErrors: readonly ErrorCode[] = [
  'invalid_credentials',
  'invalid_set_up_token',
  'invalid_link',
  'email_taken',
  'invalid_second_factor',
  'passkey_rejected',
];

/** The attempts that each request has taken. */
const attemptsByRequest = new WeakMap<AccountContext, { bound: CounterOptions; point: Point }[]>();

/**
 * The account whose password is checked. `user` is null for an unknown e-mail address, which must not change
 * anything else.
 */
interface GuessedAccount {
  email: string;
  user: UserRecord | null;
}

/**
 * Takes the first attempt of a request, of its browser or its address, before its body is read.
 * @throws too_many_attempts
 */
export async function admitGuess(context: AccountContext): Promise<void> {
  if (context.browser !== null) await takeOrReject(context, bounds.browser, context.browser.id);
  else await takeAddress(context);
}

/** Counts a sign-in that is started without a session or at an issuer. @throws too_many_attempts */
export async function admitStart(context: AccountContext): Promise<void> {
  await takeOrReject(context, bounds.start, visitorAddress(context.address));
  await finishGuess(context);
}

/** Takes an attempt of the signed-in person. @throws too_many_attempts */
export async function admitOwnGuess(context: AccountContext): Promise<void> {
  if (context.person !== null) await takeOrReject(context, bounds.person, context.person.id);
}

/**
 * Checks a password within the limits of its account. All attempts are taken before the check, so concurrent
 * guesses count like consecutive ones; anything but a wrong guess returns them.
 * @param check - receives the account for the password queue, or null for a known browser.
 * @throws too_many_attempts, and the errors of `check`
 */
export async function guessAt<T>(
  context: AccountContext,
  { email, user }: GuessedAccount,
  check: (by: { account: string | null }) => Promise<T>,
): Promise<T> {
  context.attemptedAccount.user = user?._id ?? null;
  const isStranger = !isKnownBrowser(context, user);
  if (isStranger) {
    // People type passwords into the e-mail field.
    const emailHash = createHash('sha256').update(email).digest('base64url');
    if (context.browser !== null) await takeAddress(context);
    await takeOrReject(context, bounds.pair, `${emailHash}/${visitorAddress(context.address)}`);
    await takeOrReject(context, bounds.account, emailHash);
  }
  return settleGuess(context, () => check({ account: isStranger ? email : null }));
}

/** Takes an attempt at an account's codes, except from a known browser. @throws too_many_attempts */
export async function admitCode(context: AccountContext, user: UserRecord): Promise<void> {
  if (!isKnownBrowser(context, user)) await takeOrReject(context, bounds.code, user._id);
}

/** Runs the work of a guess and returns the request's attempts unless the guess was wrong. */
export async function settleGuess<T>(context: AccountContext, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await returnAll(context);
    return result;
  } catch (error) {
    if (error instanceof ApiError && wrongGuessErrors.includes(error.code)) await finishGuess(context);
    else await returnAll(context);
    throw error;
  }
}

/** Uses up the attempts of a request, after a wrong guess or a rejected body. */
export function finishGuess(context: AccountContext): Promise<void> {
  return settleAttempts(context, () => false);
}

/** Whether someone signed in to the account from this browser since its browsers were last reset. */
export function isKnownBrowser({ browser }: AccountContext, user: UserRecord | null): boolean {
  const epoch = user?.browser_epoch ?? 0;
  return (
    browser?.accounts.some((account) => account.userId === user?._id && account.epoch === epoch) ?? false
  );
}

async function takeAddress(context: AccountContext): Promise<void> {
  const network = visitorNetwork(context.address);
  const counters: [CounterOptions, string][] = [[bounds.address, visitorAddress(context.address)]];
  if (network !== null) counters.push([bounds.network, network]);
  // Checked first, so that a rejection takes nothing that would have to be returned.
  for (const counter of counters) checkCachedRejection(context, ...counter);
  for (const counter of counters) await takeOrReject(context, ...counter);
}

function checkCachedRejection(context: AccountContext, bound: CounterOptions, subject: string): void {
  const rejection = counterOf(context.system, bound).remembered(subject);
  if (rejection !== null) throw tooManyAttempts(rejection);
}

/** A rejected request returns the attempts that it took before. */
async function takeOrReject(context: AccountContext, bound: CounterOptions, subject: string): Promise<void> {
  const point = await counterOf(context.system, bound).take(subject);
  if (point.isAdmitted)
    return void attemptsByRequest.set(context, [...(attemptsByRequest.get(context) ?? []), { bound, point }]);
  // Guesses at other accounts use up a known browser's attempts.
  await settleAttempts(context, (limit) => limit !== bounds.browser);
  throw tooManyAttempts(point);
}

function tooManyAttempts({ msLeft }: Point): ApiError {
  return apiError('too_many_attempts', { retryAfter: Math.max(1, Math.ceil(msLeft / 1000)) });
}

function returnAll(context: AccountContext): Promise<void> {
  return settleAttempts(context, () => true);
}

/** Returns some of the request's attempts and uses up the others. */
async function settleAttempts(
  context: AccountContext,
  isReturned: (bound: CounterOptions) => boolean,
): Promise<void> {
  const attempts = attemptsByRequest.get(context) ?? [];
  attemptsByRequest.delete(context);
  await Promise.all(
    attempts.map(({ bound, point }) => {
      const counter = counterOf(context.system, bound);
      return isReturned(bound) ? counter.giveBack(point) : counter.finish(point);
    }),
  );
}
