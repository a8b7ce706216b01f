import { createHash, randomInt } from 'node:crypto';

/** Codes of an authenticator app change every so many milliseconds. */
const stepMs = 30_000;
const recoveryLetters = '23456789abcdefghjkmnpqrstuvwxyz';
const recoveryChars = 16;
const recoveryCount = 10;

/** SHA-1, 6 digits, 30 seconds: what every authenticator app has (RFC 6238). Loaded when an account has one. */
async function totpOf(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Galley', label, secret: Secret.fromBase32(secret), period: stepMs / 1_000 });
}

/** A new secret of 160 bits, in base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/** What the QR code says to the app. */
export async function totpUri(secret: string, email: string): Promise<string> {
  return (await totpOf(secret, email)).toString();
}

/** The time step whose code this is: the present one, or the one before or after it; null for any other code. */
export async function stepOfCode(secret: string, code: string, now: Date): Promise<number | null> {
  const timestamp = now.getTime();
  const delta = (await totpOf(secret)).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / stepMs) + delta;
}

/** What was typed, without what apps and people put between the letters. */
export function bareCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toLowerCase();
}

export function isTotpForm(bare: string): boolean {
  return /^\d{6}$/.test(bare);
}

/** `k3v9-7mdx-...`: 79 bits each, so that a hash without salt keeps them. */
export function newRecoveryCodes(): string[] {
  const letter = () => recoveryLetters[randomInt(recoveryLetters.length)] ?? '';
  const code = () => Array.from({ length: recoveryChars }, letter).join('');
  return Array.from({ length: recoveryCount }, () => code().replace(/(.{4})(?=.)/g, '$1-'));
}

export function recoveryHash(bare: string): string {
  return createHash('sha256').update(bare).digest('hex');
}
