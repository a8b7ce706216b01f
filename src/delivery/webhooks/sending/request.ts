import type { Attempt, ClaimedDelivery } from '../../queue/schema.ts';
import type { Exchange, Sending } from '../../../core/outbound/index.ts';
import { inSpan, SpanKind, SpanStatusCode, traceHeaders } from '../../../core/tracing/index.ts';
import { purgeFormats } from '../../formats/service.ts';
import type { SealedBox } from '../../../core/util/index.ts';
import type { EndpointRecord } from '../schema.ts';
import { signature } from './signature.ts';

type Receiver = Pick<EndpointRecord, 'url' | 'sealed_secret' | 'purge'>;
type SentDelivery = Pick<ClaimedDelivery, '_id' | 'body' | 'headers'>;

/**
 * Sends a delivery once (specification: delivery-request) with its stored body and a new timestamp and signature.
 * Anything but a timely 2xx response is a failure, including a redirect. Never throws.
 */
export async function sendOnce(
  { outbound, box, clock, timeoutMs, vendors = {} }: Sending,
  endpoint: Receiver,
  delivery: SentDelivery,
): Promise<Attempt> {
  const at = clock.now();
  const start = performance.now();
  const url = urlOf(endpoint, vendors);
  const body = Buffer.from(delivery.body, 'utf8');
  const credentials = credentialHeaders(endpoint, box);
  const headers = { ...signatureHeaders(endpoint, { box, at, body, id: delivery._id }), ...delivery.headers };
  const allHeaders = { ...headers, ...credentials, 'User-Agent': 'Galley-Webhooks/1' };
  const exchange =
    credentials === null || headers['X-Service-Signature'] === ''
      ? missingCredential(credentials === null ? 'token' : 'signing secret')
      : await postTraced(endpoint, delivery, () =>
          outbound.postJson({ url, headers: { ...allHeaders, ...traceHeaders() }, body, timeoutMs }),
        );
  return {
    at: at.toISOString(),
    duration_ms: Math.round(performance.now() - start),
    url,
    request_headers: headers,
    status: exchange.status,
    response: exchange.response,
    error: exchange.failure ?? statusError(exchange.status),
  };
}

/** Traces one attempt. The URL is not recorded, because it can contain a token. */
function postTraced(
  { purge }: Receiver,
  { _id, headers }: SentDelivery,
  post: () => Promise<Exchange>,
): Promise<Exchange> {
  const name = purge === undefined ? 'webhook' : 'purge';
  const attributes = {
    'http.request.method': 'POST',
    'galley.delivery_id': _id,
    'galley.request_id': headers?.['X-Service-Request'],
  };
  return inSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const exchange = await post();
    if (exchange.status !== null) span.setAttribute('http.response.status_code', exchange.status);
    if (statusError(exchange.status) !== null) span.setStatus({ code: SpanStatusCode.ERROR });
    return exchange;
  });
}

function urlOf({ url, purge }: Receiver, vendors: NonNullable<Sending['vendors']>): string {
  if (purge === undefined) return url;
  return purgeFormats[purge.format].address({ url, service: purge.service }, vendors[purge.format]);
}

/** Returns the id and signature headers of one attempt; none for formats that only check a token. */
function signatureHeaders(
  { purge, sealed_secret }: Receiver,
  { box, at, body, id }: { box: SealedBox; at: Date; body: Buffer; id: string },
): Record<string, string> {
  if (purge !== undefined && !purgeFormats[purge.format].isSigned) return {};
  const timestamp = Math.floor(at.getTime() / 1000);
  const secret = decrypt(box, sealed_secret);
  return {
    'X-Service-Timestamp': String(timestamp),
    'X-Service-Signature': secret === null ? '' : signature(secret, timestamp, body),
    'X-Service-Delivery': id,
  };
}

/** Returns the credential headers, which are not stored in the history, or null if the token can't be decrypted. */
function credentialHeaders({ purge }: Receiver, box: SealedBox): Record<string, string> | null {
  if (purge === undefined || purge.sealed_token === null) return {};
  const token = decrypt(box, purge.sealed_token);
  return token === null ? null : purgeFormats[purge.format].proof(token);
}

/** Receivers must reject a request without credentials, so it is not sent. */
function missingCredential(what: 'token' | 'signing secret'): Exchange {
  const repair = what === 'token' ? 'Set it again' : 'Rotate it';
  const failure = `The ${what} was stored under another APP_SECRET. ${repair}; nothing was sent.`;
  return { status: null, response: '', failure };
}

function decrypt(box: SealedBox, sealed: string): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}

function statusError(status: number | null): string | null {
  if (status !== null && status >= 200 && status < 300) return null;
  if (status !== null && status >= 300 && status < 400) return `Redirects (${status}) are not followed.`;
  return `The endpoint answered ${status}.`;
}
