import type { EventData, PurgeData } from './webhook-data.ts';

export type * from './webhook-data.ts';

interface Delivery<E extends string, D> {
  /** `whd_...`, equal for all attempts, so that you can detect repeated deliveries. */
  id: string;
  event: E;
  created_at: string;
  data: D;
}

/**
 * A delivery to a webhook or a purge target (`cache.purge`). `event` determines the type of `data`. A webhook that
 * subscribes to `*` can receive events that this client version doesn't know, so add a `default` to a `switch`.
 */
export type WebhookDelivery =
  | { [E in keyof EventData]: Delivery<E, EventData[E] & Tagged> }[keyof EventData]
  | Delivery<'cache.purge', PurgeData>;

/** The cache tags of the change, for webhooks that request them. */
interface Tagged {
  tags?: string[];
}

export type WebhookFault =
  'missing_header' | 'bad_timestamp' | 'too_old_or_early' | 'wrong_signature' | 'bad_body';

/** The request is not a delivery to this endpoint. Respond with 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly reason: WebhookFault;

  constructor(reason: WebhookFault, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface VerifyOptions {
  /** Maximum difference between the clocks of sender and receiver, in seconds. Default: 300. */
  toleranceSeconds?: number;
  /** The current time. Default: the clock of the machine. */
  now?: Date;
}

type SentHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies the signature of a delivery and parses it.
 *
 * @param rawBody - the unchanged bytes of the body; a body that was parsed and serialized again has another signature
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
    throw new WebhookError('wrong_signature', "The signature doesn't match the body and the secret.");
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

/** Returns a header by name, ignoring case. */
function header(headers: SentHeaders, name: string): string {
  const entry =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const value = typeof entry === 'object' ? entry?.[0] : entry;
  if (value === undefined || value === '') throw new WebhookError('missing_header', `${name} is missing.`);
  return value;
}
