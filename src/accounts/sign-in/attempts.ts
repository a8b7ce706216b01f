import { createHash } from 'node:crypto';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import {
  type AttemptLimit,
  finishAttempt,
  rememberedRejection,
  returnAttempt,
  takeAttempt,
  type TakenAttempt,
  visitorAddress,
  visitorNetwork,
} from '../../core/counters/index.ts';
import type { AccountContext } from '../../core/http/index.ts';
import type { UserRecord } from '../users/schema.ts';

const window = { seconds: 5 * 60 };

/** Wrong tries that are looked at (specification: guessing). */
const bounds = {
  /** Every browser that is not known, by IPv4 or the /64 of IPv6, and those of a /48 together. */
  address: { name: 'sign_in_address', most: 50, ...window },
  network: { name: 'sign_in_network', most: 200, ...window },
  /** A browser with an earlier sign-in: no other counter applies to its accounts there. */
  browser: { name: 'sign_in_browser', most: 10, ...window },
  /** An account from one address, and from all that are not known browsers of it: many machines may guess at once. */
  pair: { name: 'sign_in_pair', most: 10, ...window },
  account: { name: 'sign_in_account', most: 100, seconds: 60 * 60 },
  /** A signed-in person who proves it once more. */
  person: { name: 'own_password', most: 10, ...window },
  /** Codes of an account's authenticator app, from browsers that are not known: the person who types them has the password. */
  code: { name: 'second_factor', most: 20, seconds: 24 * 60 * 60 },
} as const satisfies Record<string, AttemptLimit>;

/** Answers that mean a wrong guess: these alone keep the tries that were taken. */
const wrong: readonly ErrorCode[] = [
  'invalid_credentials',
  'invalid_set_up_token',
  'invalid_link',
  'email_taken',
  'invalid_second_factor',
];

/** The tries that a request has taken so far. */
const takenBy = new WeakMap<AccountContext, { bound: AttemptLimit; taken: TakenAttempt }[]>();

/** The account whose password is looked at; `user` is null for an e-mail address without an account, and nothing else differs then. */
interface Guessed {
  email: string;
  user: UserRecord | null;
}

/** Takes the first try of a request, before its body is read: that of the browser or of the address. @throws too_many_attempts */
export async function admitGuess(context: AccountContext): Promise<void> {
  if (context.browser !== null) await take(context, bounds.browser, context.browser.id);
  else await takeAddress(context);
}

/** Takes a try of the signed-in person. @throws too_many_attempts */
export async function admitOwnGuess(context: AccountContext): Promise<void> {
  if (context.person !== null) await take(context, bounds.person, context.person.id);
}

/**
 * Looks at a password, within the bounds of its account. The tries are taken before, all of them or none, so that
 * guesses sent at once are no more than those sent one by one; whatever is no wrong guess gives them back.
 * @param look - receives the account that a stranger guesses at, for the turns at passwords; null for a browser that is known.
 * @throws too_many_attempts, and what `look` throws
 */
export async function guessAt<T>(
  context: AccountContext,
  { email, user }: Guessed,
  look: (by: { account: string | null }) => Promise<T>,
): Promise<T> {
  context.tried.user = user?._id ?? null;
  const isStranger = !isKnownBrowser(context, user);
  if (isStranger) {
    const of = createHash('sha256').update(email).digest('base64url'); // what is typed there may be a password
    if (context.browser !== null) await takeAddress(context);
    await take(context, bounds.pair, `${of}/${visitorAddress(context.address)}`);
    await take(context, bounds.account, of);
  }
  return settleGuess(context, () => look({ account: isStranger ? email : null }));
}

/** Takes a try at the codes of an account; a known browser pays by its own counter. @throws too_many_attempts */
export async function admitCode(context: AccountContext, user: UserRecord): Promise<void> {
  if (!isKnownBrowser(context, user)) await take(context, bounds.code, user._id);
}

/** Does what a guess leads to, and gives the request's tries back unless it was a wrong one. */
export async function settleGuess<T>(context: AccountContext, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await giveAllBack(context);
    return result;
  } catch (error) {
    if (error instanceof ApiError && wrong.includes(error.code)) await finishGuess(context);
    else await giveAllBack(context);
    throw error;
  }
}

/** Keeps the tries of a request: of a wrong guess, or of one whose body was rejected. */
export function finishGuess(context: AccountContext): Promise<void> {
  return settle(context, () => false);
}

/** Whether the account was signed in to from this browser, since its browsers were last forgotten. */
export function isKnownBrowser({ browser }: AccountContext, user: UserRecord | null): boolean {
  const epoch = user?.browser_epoch ?? 0;
  return browser?.accounts.some((known) => known.userId === user?._id && known.epoch === epoch) ?? false;
}

async function takeAddress(context: AccountContext): Promise<void> {
  const network = visitorNetwork(context.address);
  const counters: [AttemptLimit, string][] = [[bounds.address, visitorAddress(context.address)]];
  if (network !== null) counters.push([bounds.network, network]);
  // Before anything is taken that would have to be given back.
  for (const counter of counters) checkRemembered(context, ...counter);
  for (const counter of counters) await take(context, ...counter);
}

function checkRemembered(context: AccountContext, bound: AttemptLimit, of: string): void {
  const rejected = rememberedRejection(context.system, bound, of);
  if (rejected !== null) throw tooManyAttempts(rejected);
}

/** A refusal gives back what the request took before it: a refused request spends no tries. */
async function take(context: AccountContext, bound: AttemptLimit, of: string): Promise<void> {
  const attempt = await takeAttempt(context.system, bound, of);
  if (attempt.admitted)
    return void takenBy.set(context, [...(takenBy.get(context) ?? []), { bound, taken: attempt }]);
  await settle(context, (before) => before !== bounds.browser); // a known browser pays for guesses at strangers' accounts
  throw tooManyAttempts(attempt);
}

function tooManyAttempts({ msLeft }: { msLeft: number }): ApiError {
  return apiError('too_many_attempts', { retryAfter: Math.ceil(msLeft / 1000) });
}

function giveAllBack(context: AccountContext): Promise<void> {
  return settle(context, () => true);
}

/** Gives back some of the tries that the request has taken, and keeps the others. */
async function settle(context: AccountContext, isReturned: (bound: AttemptLimit) => boolean): Promise<void> {
  const tries = takenBy.get(context) ?? [];
  takenBy.delete(context);
  await Promise.all(
    tries.map(({ bound, taken }) =>
      isReturned(bound) ? returnAttempt(context.system, taken) : finishAttempt(context.system, taken),
    ),
  );
}
