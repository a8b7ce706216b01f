import { createHash, randomInt } from 'node:crypto';

const stepMs = 30_000;
const recoveryLetters = '23456789abcdefghjkmnpqrstuvwxyz';
const recoveryChars = 16;
const recoveryCount = 10;

/**
 * SHA-1, 6 digits, 30 seconds: every authenticator app supports these (RFC 6238). The library is loaded on
 * first use.
 */
async function createTotp(secret: string, label = '') {
  const { Secret, TOTP } = await import('otpauth');
  return new TOTP({ issuer: 'Galley', label, secret: Secret.fromBase32(secret), period: stepMs / 1_000 });
}

/** Returns a new secret of 160 bits in base32. */
export async function newTotpSecret(): Promise<string> {
  const { Secret } = await import('otpauth');
  return new Secret({ size: 20 }).base32;
}

/** Returns the URI of the QR code. */
export async function totpUri(secret: string, email: string): Promise<string> {
  return (await createTotp(secret, email)).toString();
}

/**
 * Returns the time step of a code: the present one, the one before or the one after; null for a wrong code.
 */
export async function findStep(secret: string, code: string, now: Date): Promise<number | null> {
  const timestamp = now.getTime();
  const delta = (await createTotp(secret)).validate({ token: code, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / stepMs) + delta;
}

/** Removes spaces and hyphens, which apps and people put between the characters. */
export function normalizeCode(typedCode: string): string {
  return typedCode.replace(/[\s-]/g, '').toLowerCase();
}

export function isTotpCode(normalizedCode: string): boolean {
  return /^\d{6}$/.test(normalizedCode);
}

/** Returns codes such as `k3v9-7mdx-...`. Each has 79 random bits, enough for a hash without salt. */
export function newRecoveryCodes(): string[] {
  const letter = () => recoveryLetters[randomInt(recoveryLetters.length)] ?? '';
  const code = () => Array.from({ length: recoveryChars }, letter).join('');
  return Array.from({ length: recoveryCount }, () => code().replace(/(.{4})(?=.)/g, '$1-'));
}

export function hashRecoveryCode(normalizedCode: string): string {
  return createHash('sha256').update(normalizedCode).digest('hex');
}
