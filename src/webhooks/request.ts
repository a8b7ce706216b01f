import type { Attempt, ClaimedDelivery } from '../deliveries/schema.ts';
import type { Exchange } from '../platform/outbound/post-json.ts';
import type { Sending } from '../platform/outbound/sending.ts';
import type { SealedBox } from '../platform/sealed-box.ts';
import type { EndpointRecord } from './schema.ts';
import { signature } from './signature.ts';

/**
 * Sends a delivery once (specification: delivery-request): the bytes are those of every attempt, timestamp and signature
 * are made now. Anything but a 2xx in time is a failure, redirects too. Never throws.
 */
export async function sendOnce(
  { outbound, box, clock, timeoutMs }: Sending,
  endpoint: Pick<EndpointRecord, 'url' | 'sealed_secret'>,
  delivery: Pick<ClaimedDelivery, '_id' | 'body'>,
): Promise<Attempt> {
  const at = clock.now();
  const begin = performance.now();
  const timestamp = Math.floor(at.getTime() / 1000);
  const body = Buffer.from(delivery.body, 'utf8');
  const secret = opened(box, endpoint.sealed_secret);
  const headers = {
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Signature': secret === null ? '' : signature(secret, timestamp, body),
    'X-Service-Delivery': delivery._id,
  };
  const sent = { ...headers, 'User-Agent': 'Galley-Webhooks/1' };
  const exchange =
    secret === null
      ? unsigned
      : await outbound.postJson({ url: endpoint.url, headers: sent, body, timeoutMs });
  return {
    at: at.toISOString(),
    duration_ms: Math.round(performance.now() - begin),
    url: endpoint.url,
    request_headers: headers,
    status: exchange.status,
    response: exchange.answer,
    error: exchange.failure ?? refusal(exchange.status),
  };
}

/** An unsigned request would be refused by every careful receiver; it is not sent. */
const unsigned: Exchange = {
  status: null,
  answer: '',
  failure: 'The signing secret was stored under another APP_SECRET. Rotate it; nothing was sent.',
};

function opened(box: SealedBox, sealed: string): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}

function refusal(status: number | null): string | null {
  if (status !== null && status >= 200 && status < 300) return null;
  if (status !== null && status >= 300 && status < 400) return `Redirects (${status}) are not followed.`;
  return `The endpoint answered ${status}.`;
}
