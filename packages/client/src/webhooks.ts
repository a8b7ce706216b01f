import type { EventData, PurgeData } from './webhook-data.ts';

export type * from './webhook-data.ts';

interface Delivery<E extends string, D> {
  /** `whd_...`; the same in every attempt, so that a handler can tell that it was here before. */
  id: string;
  event: E;
  created_at: string;
  data: D;
}

/**
 * A delivery that was signed with the secret of a webhook endpoint, or of a purge target (`cache.purge`); `event` says
 * what `data` holds. An endpoint that subscribes to `*` may get events that are newer than this client: leave a
 * `default` in a `switch`.
 */
export type WebhookDelivery =
  | { [E in keyof EventData]: Delivery<E, EventData[E] & Tagged> }[keyof EventData]
  | Delivery<'cache.purge', PurgeData>;

/** The cache tags of the change, where the endpoint asked for them. */
interface Tagged {
  tags?: string[];
}

export type WebhookFault =
  'missing_header' | 'bad_timestamp' | 'too_old_or_early' | 'wrong_signature' | 'bad_body';

/** A request that is no delivery of this endpoint. Answer it with 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface VerifyOptions {
  /** How far the sender's clock may be from this one; 300 unless said otherwise. */
  toleranceSeconds?: number;
  /** The time here; the machine's own unless said otherwise. */
  now?: Date;
}

type SentHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Checks that a request is a delivery of the endpoint with this secret, and reads it.
 *
 * @param rawBody - the bytes as they came; a body that was parsed and written again has another signature.
 * @throws WebhookError with the reason
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: SentHeaders,
  secret: string,
  { toleranceSeconds = 300, now = new Date() }: VerifyOptions = {},
): Promise<WebhookDelivery> {
  const timestamp = header(headers, 'X-Service-Timestamp');
  const signature = header(headers, 'X-Service-Signature');
  if (!/^[0-9]{1,12}$/.test(timestamp))
    throw new WebhookError('bad_timestamp', 'The timestamp is not a number.');
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError(
      'too_old_or_early',
      `The timestamp is more than ${toleranceSeconds} s from this clock.`,
    );
  }
  const body = typeof rawBody === 'string' ? new TextEncoder().encode(rawBody) : rawBody;
  if (!(await isSigned(timestamp, body, { signature, secret }))) {
    throw new WebhookError('wrong_signature', 'The signature is not of this body and secret.');
  }
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookDelivery;
  } catch {
    throw new WebhookError('bad_body', 'The body is not JSON.');
  }
}

/** WebCrypto compares in constant time (Web Cryptography, HMAC, "verify"). */
async function isSigned(
  timestamp: string,
  body: Uint8Array,
  { signature, secret }: { signature: string; secret: string },
): Promise<boolean> {
  const digest = /^sha256=([0-9a-f]{64})$/.exec(signature)?.[1];
  if (digest === undefined) return false;
  const bytes = Uint8Array.from({ length: 32 }, (_, at) => parseInt(digest.slice(2 * at, 2 * at + 2), 16));
  const text = new TextEncoder();
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', text.encode(secret), hmac, false, ['verify']);
  const prefix = text.encode(`${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  return crypto.subtle.verify('HMAC', key, bytes, signed);
}

/** A header of either form, whatever its case. */
function header(headers: SentHeaders, name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const value = typeof found === 'object' ? found?.[0] : found;
  if (value === undefined || value === '') throw new WebhookError('missing_header', `${name} is missing.`);
  return value;
}
