import { createHmac } from 'node:crypto';
import { randomBase62 } from '../../../core/util/index.ts';

/** Creates a signing secret: a prefix and 40 random characters. */
export function newSigningSecret(): string {
  return `whsec_${randomBase62(40)}`;
}

/** Returns `sha256=` and the HMAC of `<timestamp>.<raw body>` with the whole secret as key (specification: signature). */
export function signature(secret: string, timestampSeconds: number, body: Uint8Array): string {
  const digest = createHmac('sha256', secret).update(`${timestampSeconds}.`).update(body).digest('hex');
  return `sha256=${digest}`;
}
