import { createHmac } from 'node:crypto';
import { randomBase62 } from '../../../core/util/index.ts';

/** A new signing secret; 40 random characters after the prefix. */
export function newSigningSecret(): string {
  return `whsec_${randomBase62(40)}`;
}

/** `sha256=` and the HMAC of `<timestamp>.<raw body>`, keyed by the whole secret (specification: signature). */
export function signature(secret: string, timestampSeconds: number, body: Uint8Array): string {
  const digest = createHmac('sha256', secret).update(`${timestampSeconds}.`).update(body).digest('hex');
  return `sha256=${digest}`;
}
