import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '../../../core/util/index.ts';

export type KeyPurpose = 'secret' | 'publishable';

const prefixes: Record<KeyPurpose, string> = { secret: 'sk_', publishable: 'pk_' };
const form = /^(?:sk|pk)_[0-9A-Za-z]{46}$/;

/** Returns a new token: prefix, 40 random characters and a checksum of 6 (specification: key-form). */
export function newToken(purpose: KeyPurpose): string {
  const head = prefixes[purpose] + randomBase62(40);
  return head + checksum(head);
}

/** Whether the token has the form of Galley's keys; mistyped tokens are rejected without a query. */
export function isWellFormedToken(token: string): boolean {
  return form.test(token) && checksum(token.slice(0, -6)) === token.slice(-6);
}

function checksum(text: string): string {
  return toBase62(crc32(text), 6);
}
