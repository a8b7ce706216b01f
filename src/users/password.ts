import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { randomBase62 } from '../platform/base62.ts';

/** Cost of one guess: 32 MiB of memory and some 60 ms (scrypt N = 2^15, r = 8, p = 1). */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

/** Shorter passwords are guessed too easily. */
export const passwordCharsMin = 10;

/** What is stored in place of a password: `scrypt$<salt>$<hash>`, base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`;
}

/** Compares in constant time. Without a stored hash it takes as long, so that nobody learns which e-mails exist. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? 'scrypt$AAAAAAAAAAAAAAAAAAAAAA$').split('$');
  const right = Buffer.from(hash, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'));
  return right.length === given.length && timingSafeEqual(right, given);
}

/** A password that is made for somebody, to be shown once. */
export function newPassword(): string {
  return randomBase62(18);
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, 32, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}
