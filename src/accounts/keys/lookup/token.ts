import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '../../../core/util/index.ts';

export type KeyPurpose = 'secret' | 'publishable';

const prefixes: Record<KeyPurpose, string> = { secret: 'sk_', publishable: 'pk_' };
const form = /^(?:sk|pk)_[0-9A-Za-z]{46}$/;

/** A new key: prefix, 40 random characters, 6 of checksum over what precedes (specification: key-form). */
export function newToken(purpose: KeyPurpose): string {
  const head = prefixes[purpose] + randomBase62(40);
  return head + checksum(head);
}

/** Whether the token could be one of ours; a mistyped one is refused without asking the database. */
export function isWellFormedToken(token: string): boolean {
  return form.test(token) && checksum(token.slice(0, -6)) === token.slice(-6);
}

function checksum(text: string): string {
  return toBase62(crc32(text), 6);
}
