import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { PasswordQueue, type PasswordRequest } from './password-queue.ts';

/** What deriving a key costs: memory goes with `N` and `r`, time with `p` too. */
interface Cost {
  N: number;
  r: number;
  p: number;
}

/** 32 MiB and some 180 ms for each guess (specification: passwords). */
const cost: Cost = { N: 2 ** 15, r: 8, p: 3 };
/** What passwords were stored under before the cost stood beside them. */
const formerCost: Cost = { N: 2 ** 15, r: 8, p: 1 };
const memoryBytesMax = 64 * 1024 * 1024;

const turns = new PasswordQueue({ atWork: 2, waiting: 20, waitingOfAccount: 10 });
/** A person who has shown a token, a session or a known browser. */
const known: PasswordRequest = { account: null };

/** What is stored in place of a password: `scrypt$<N>$<r>$<p>$<salt>$<key>`, the last two base64url. @throws temporarily_unavailable */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await turns.take(known, () => derive(password, salt, cost));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/**
 * Compares in constant time. Without a stored hash, and with one of the former cost, it takes as long, so that no
 * attacker learns which e-mails exist.
 * @throws temporarily_unavailable when too many wait already
 */
export function isPassword(
  password: string,
  stored: string | null,
  asking: PasswordRequest = known,
): Promise<boolean> {
  const { salt, key, under } = parsed(markedHash(stored, false) ?? '');
  return turns.take(asking, async () => {
    const given = await derive(password, salt, under);
    const missing = under.N === cost.N && under.r === cost.r ? cost.p - under.p : 0;
    if (missing > 0) await derive(password, salt, { ...cost, p: missing });
    return key.length === given.length && timingSafeEqual(key, given);
  });
}

/** Stands behind the hash of an account with a second factor: an older version finds no password in it, and refuses. */
const withSecondFactor = '$2fa';

/** What is stored in place of the password of an account with a second factor, or without one. */
export function markedHash(hash: string | null, hasSecondFactor: boolean): string | null {
  const bare = hash?.endsWith(withSecondFactor) === true ? hash.slice(0, -withSecondFactor.length) : hash;
  return bare === null || !hasSecondFactor ? bare : `${bare}${withSecondFactor}`;
}

/** The parts of a stored hash; those of an older version lack their cost. */
function parsed(stored: string): { salt: Buffer; key: Buffer; under: Cost } {
  const parts = stored.split('$');
  const [salt = '', key = ''] = parts.slice(-2);
  const [N, r, p] = parts.length === 6 ? parts.slice(1, 4).map(Number) : [];
  const under =
    N !== undefined && r !== undefined && p !== undefined ? { N, r, p } : stored === '' ? cost : formerCost;
  return { salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url'), under };
}

function derive(password: string, salt: Buffer, under: Cost): Promise<Buffer> {
  const options = { ...under, maxmem: memoryBytesMax };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
