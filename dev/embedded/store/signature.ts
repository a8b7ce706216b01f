import { timingSafeEqual } from 'node:crypto';
import { readQuery, signatureOf, type WireRequest } from './canonical-request.ts';
import { type RefusalCode, refusal } from './refusal.ts';

/** The owner of this store, and the store's clock. */
export interface Owner {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly region: string;
  readonly now: Date;
  /** Maximum difference between the caller's clock and `now`. S3 allows 15 minutes. */
  readonly skewMaxMs: number;
}

/** The caller. An owner has the SHA-256 of the signed body, or null if the body isn't signed. */
export type Caller =
  { readonly kind: 'anonymous' } | { readonly kind: 'owner'; readonly bodySha256: string | null };

interface Claim {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly datetime: string;
  readonly payload: string;
  /** Null for signatures in headers, which are valid as long as clocks can differ. */
  readonly expiresSeconds: number | null;
  readonly malformed: RefusalCode;
}

const algorithm = 'AWS4-HMAC-SHA256';
const expiresSecondsMax = 7 * 24 * 3600;

/**
 * Identifies the sender of a request. A signature, in headers or in the URL, must have the right key, region, date and
 * lifetime, and cover every `x-amz-` header. Throws the error that S3 would return.
 */
export function callerOf(request: WireRequest, owner: Owner): Caller {
  const inHeader = request.headers['authorization'];
  const inQuery = readQuery(request.query).some(([name]) => name.startsWith('X-Amz-'));
  if (inHeader !== undefined && inQuery)
    throw refusal('InvalidArgument', 'Only one way of signing is allowed.');
  if (inHeader === undefined && !inQuery) return { kind: 'anonymous' };
  const claim = inHeader === undefined ? readQueryClaim(request) : readHeaderClaim(request, inHeader);
  checkClaim(request, claim, owner);
  const isUnsigned = claim.payload === 'UNSIGNED-PAYLOAD';
  return { kind: 'owner', bodySha256: isUnsigned ? null : claim.payload };
}

function readHeaderClaim(request: WireRequest, authorization: string | string[]): Claim {
  const form = /^AWS4-HMAC-SHA256 Credential=([^\s,]+), ?SignedHeaders=([^\s,]+), ?Signature=([0-9a-f]{64})$/;
  const [, credential, signedHeaders, signature] = form.exec(String(authorization)) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw refusal('AuthorizationHeaderMalformed', 'The Authorization header is no AWS Signature Version 4.');
  }
  const payload = String(request.headers['x-amz-content-sha256'] ?? '');
  if (payload.startsWith('STREAMING-'))
    throw refusal('NotImplemented', 'This store takes no chunked signatures.');
  if (payload !== 'UNSIGNED-PAYLOAD' && !/^[0-9a-f]{64}$/.test(payload)) {
    throw refusal('InvalidArgument', 'x-amz-content-sha256 is the SHA-256 of the body, or UNSIGNED-PAYLOAD.');
  }
  const datetime = String(request.headers['x-amz-date'] ?? '');
  const malformed = 'AuthorizationHeaderMalformed';
  return { credential, signedHeaders, signature, datetime, payload, expiresSeconds: null, malformed };
}

function readQueryClaim(request: WireRequest): Claim {
  const pairs = readQuery(request.query);
  const malformed = 'AuthorizationQueryParametersError';
  const one = (name: string): string => {
    const values = pairs.filter(([key]) => key === name).map(([, value]) => value);
    const [value] = values;
    if (value === undefined || values.length > 1)
      throw refusal(malformed, `The address takes ${name} exactly once.`);
    return value;
  };
  if (one('X-Amz-Algorithm') !== algorithm) throw refusal(malformed, `X-Amz-Algorithm is ${algorithm}.`);
  const expires = one('X-Amz-Expires');
  const expiresSeconds = /^\d{1,6}$/.test(expires) ? Number(expires) : 0;
  if (expiresSeconds < 1 || expiresSeconds > expiresSecondsMax) {
    throw refusal(malformed, `X-Amz-Expires is 1 to ${expiresSecondsMax} seconds.`);
  }
  return {
    credential: one('X-Amz-Credential'),
    signedHeaders: one('X-Amz-SignedHeaders'),
    signature: one('X-Amz-Signature'),
    datetime: one('X-Amz-Date'),
    payload: 'UNSIGNED-PAYLOAD',
    expiresSeconds,
    malformed,
  };
}

function checkClaim(request: WireRequest, claim: Claim, owner: Owner): void {
  const { malformed, datetime } = claim;
  const [accessKey, date, region, service, end, ...rest] = claim.credential.split('/');
  if (service !== 's3' || end !== 'aws4_request' || rest.length > 0 || date !== datetime.slice(0, 8)) {
    throw refusal(
      malformed,
      'The credential is <access key>/<date of the request>/<region>/s3/aws4_request.',
    );
  }
  if (region !== owner.region) {
    const message = `The region "${region}" is wrong; "${owner.region}" is expected.`;
    throw refusal(malformed, message, { Region: owner.region });
  }
  if (accessKey !== owner.accessKey)
    throw refusal('InvalidAccessKeyId', 'This store does not know the access key.');
  checkLife(claim, owner);
  const signedHeaders = checkSignedHeaders(request, claim);
  const expected = signatureOf(
    request,
    { datetime, region, signedHeaders, payload: claim.payload },
    owner.secretKey,
  );
  if (!isSame(expected, claim.signature)) {
    throw refusal('SignatureDoesNotMatch', 'The signature is not that of this request.');
  }
}

function checkLife({ datetime, expiresSeconds, malformed }: Claim, { now, skewMaxMs }: Owner): void {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(datetime) ?? [];
  const signedMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signedMs))
    throw refusal(malformed, 'The date of the signature has the form 20261120T093000Z.');
  const aheadMs = signedMs - now.getTime();
  const serverTime = { ServerTime: now.toISOString() };
  if (expiresSeconds === null) {
    if (Math.abs(aheadMs) <= skewMaxMs) return;
    throw refusal('RequestTimeTooSkewed', 'The clocks of caller and store differ too much.', serverTime);
  }
  if (aheadMs > skewMaxMs) throw refusal('AccessDenied', 'Request is not valid yet', serverTime);
  if (-aheadMs >= expiresSeconds * 1000) throw refusal('AccessDenied', 'Request has expired', serverTime);
}

/** `host` and every `x-amz-` header must be signed, so that a proxy can't change them. */
function checkSignedHeaders(request: WireRequest, { signedHeaders, malformed }: Claim): readonly string[] {
  const names = signedHeaders.split(';');
  const isSorted = names.every((name, i) => i === 0 || (names[i - 1] ?? '') < name);
  if (!isSorted || signedHeaders !== signedHeaders.toLowerCase()) {
    throw refusal(malformed, 'The signed headers are in lower case, sorted, each once.');
  }
  const uncovered = [
    'host',
    ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-')),
  ].find((name) => !names.includes(name));
  if (uncovered !== undefined) throw refusal('AccessDenied', `The header ${uncovered} is not signed.`);
  return names;
}

function isSame(expected: string, given: string): boolean {
  return /^[0-9a-f]{64}$/.test(given) && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}
