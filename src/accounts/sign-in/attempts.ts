import { createHash } from 'node:crypto';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { Problem, problem } from '../../contract/errors/problem.ts';
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
import type { AccountCall } from '../../core/http/index.ts';
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
const takenBy = new WeakMap<AccountCall, { bound: AttemptLimit; taken: TakenAttempt }[]>();

/** The account whose password is looked at; `user` is null for an e-mail address without an account, and nothing else differs then. */
interface Guessed {
  email: string;
  user: UserRecord | null;
}

/** Takes the first try of a request, before its body is read: that of the browser or of the address. @throws too_many_attempts */
export async function admitGuess(call: AccountCall): Promise<void> {
  if (call.browser !== null) await take(call, bounds.browser, call.browser.id);
  else await takeAddress(call);
}

/** Takes a try of the signed-in person. @throws too_many_attempts */
export async function admitOwnGuess(call: AccountCall): Promise<void> {
  if (call.person !== null) await take(call, bounds.person, call.person.id);
}

/**
 * Looks at a password, within the bounds of its account. The tries are taken before, all of them or none, so that
 * guesses sent at once are no more than those sent one by one; whatever is no wrong guess gives them back.
 * @param look - receives the account that a stranger guesses at, for the turns at passwords; null for a browser that is known.
 * @throws too_many_attempts, and what `look` throws
 */
export async function guessAt<T>(
  call: AccountCall,
  { email, user }: Guessed,
  look: (by: { account: string | null }) => Promise<T>,
): Promise<T> {
  call.tried.user = user?._id ?? null;
  const isStranger = !isKnownBrowser(call, user);
  if (isStranger) {
    const of = createHash('sha256').update(email).digest('base64url'); // what is typed there may be a password
    if (call.browser !== null) await takeAddress(call);
    await take(call, bounds.pair, `${of}/${visitorAddress(call.address)}`);
    await take(call, bounds.account, of);
  }
  return settleGuess(call, () => look({ account: isStranger ? email : null }));
}

/** Takes a try at the codes of an account; a known browser pays by its own counter. @throws too_many_attempts */
export async function admitCode(call: AccountCall, user: UserRecord): Promise<void> {
  if (!isKnownBrowser(call, user)) await take(call, bounds.code, user._id);
}

/** Does what a guess leads to, and gives the request's tries back unless it was a wrong one. */
export async function settleGuess<T>(call: AccountCall, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    await giveAllBack(call);
    return result;
  } catch (error) {
    if (error instanceof Problem && wrong.includes(error.code)) await finishGuess(call);
    else await giveAllBack(call);
    throw error;
  }
}

/** Keeps the tries of a request: of a wrong guess, or of one whose body was rejected. */
export function finishGuess(call: AccountCall): Promise<void> {
  return settle(call, () => false);
}

/** Whether the account was signed in to from this browser, since its browsers were last forgotten. */
export function isKnownBrowser({ browser }: AccountCall, user: UserRecord | null): boolean {
  const epoch = user?.browser_epoch ?? 0;
  return browser?.accounts.some((known) => known.userId === user?._id && known.epoch === epoch) ?? false;
}

async function takeAddress(call: AccountCall): Promise<void> {
  const network = visitorNetwork(call.address);
  const counters: [AttemptLimit, string][] = [[bounds.address, visitorAddress(call.address)]];
  if (network !== null) counters.push([bounds.network, network]);
  // Before anything is taken that would have to be given back.
  for (const counter of counters) checkRemembered(call, ...counter);
  for (const counter of counters) await take(call, ...counter);
}

function checkRemembered(call: AccountCall, bound: AttemptLimit, of: string): void {
  const rejected = rememberedRejection(call.system, bound, of);
  if (rejected !== null) throw tooManyAttempts(rejected);
}

/** A refusal gives back what the request took before it: a refused request spends no tries. */
async function take(call: AccountCall, bound: AttemptLimit, of: string): Promise<void> {
  const taken = await takeAttempt(call.system, bound, of);
  if (taken.admitted) return void takenBy.set(call, [...(takenBy.get(call) ?? []), { bound, taken }]);
  await settle(call, (before) => before !== bounds.browser); // a known browser pays for guesses at strangers' accounts
  throw tooManyAttempts(taken);
}

function tooManyAttempts({ msLeft }: { msLeft: number }): Problem {
  return problem('too_many_attempts', { retryAfter: Math.ceil(msLeft / 1000) });
}

function giveAllBack(call: AccountCall): Promise<void> {
  return settle(call, () => true);
}

/** Gives back some of the tries that the request has taken, and keeps the others. */
async function settle(call: AccountCall, isReturned: (bound: AttemptLimit) => boolean): Promise<void> {
  const tries = takenBy.get(call) ?? [];
  takenBy.delete(call);
  await Promise.all(
    tries.map(({ bound, taken }) =>
      isReturned(bound) ? returnAttempt(call.system, taken) : finishAttempt(call.system, taken),
    ),
  );
}
