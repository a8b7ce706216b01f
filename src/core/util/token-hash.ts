import { createHash } from 'node:crypto';

/** The SHA-256 hash that is stored in place of a token. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
