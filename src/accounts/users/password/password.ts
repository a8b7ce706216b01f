import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { PasswordQueue, type PasswordRequest } from './password-queue.ts';

/** The cost of scrypt: `N` and `r` set the memory, all three the time. */
interface Cost {
  N: number;
  r: number;
  p: number;
}

/** 32 MiB and about 180 ms per guess (specification: passwords). */
const cost: Cost = { N: 2 ** 15, r: 8, p: 3 };
/** The cost of hashes from the versions that did not store it. */
const previousCost: Cost = { N: 2 ** 15, r: 8, p: 1 };
const maxMemoryBytes = 64 * 1024 * 1024;

const queue = new PasswordQueue({ running: 2, waiting: 20, waitingOfAccount: 10 });
/** A person who has shown a token, a session or a known browser. */
const knownCaller: PasswordRequest = { account: null };

/**
 * Returns the stored form of a password: `scrypt$<N>$<r>$<p>$<salt>$<key>`, the last two in base64url.
 * @throws temporarily_unavailable
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await queue.run(knownCaller, () => derive(password, salt, cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Compares in constant time. Without a hash, or with one of a previous cost, it takes equally long, so
 * attackers can't find out which e-mail addresses exist.
 * @throws temporarily_unavailable if the queue is full
 */
export function verifyPassword(
  password: string,
  storedHash: string | null,
  request: PasswordRequest = knownCaller,
): Promise<boolean> {
  const { salt, key, cost: hashCost } = parseHash(markHash(storedHash, false) ?? '');
  return queue.run(request, async () => {
    const derivedKey = await derive(password, salt, hashCost);
    const missingRounds = hashCost.N === cost.N && hashCost.r === cost.r ? cost.p - hashCost.p : 0;
    if (missingRounds > 0) await derive(password, salt, { ...cost, p: missingRounds });
    return key.length === derivedKey.length && timingSafeEqual(key, derivedKey);
  });
}

/**
 * Suffix of the hash of an account with a second factor. Older versions can't parse it and reject the
 * sign-in.
 */
const secondFactorSuffix = '$2fa';

/** Adds or removes the suffix of accounts with a second factor. */
export function markHash(hash: string | null, hasSecondFactor: boolean): string | null {
  const unmarked =
    hash?.endsWith(secondFactorSuffix) === true ? hash.slice(0, -secondFactorSuffix.length) : hash;
  return unmarked === null || !hasSecondFactor ? unmarked : `${unmarked}${secondFactorSuffix}`;
}

/** Splits a stored hash; hashes of older versions contain no cost. */
function parseHash(storedHash: string): { salt: Buffer; key: Buffer; cost: Cost } {
  const parts = storedHash.split('$');
  const [salt = '', key = ''] = parts.slice(-2);
  const [N, r, p] = parts.length === 6 ? parts.slice(1, 4).map(Number) : [];
  const hashCost =
    N !== undefined && r !== undefined && p !== undefined
      ? { N, r, p }
      : storedHash === ''
        ? cost
        : previousCost;
  return { salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url'), cost: hashCost };
}

function derive(password: string, salt: Buffer, hashCost: Cost): Promise<Buffer> {
  const options = { ...hashCost, maxmem: maxMemoryBytes };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
