import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Bucket, Buckets } from './buckets.ts';
import { decode, readQuery } from './canonical-request.ts';
import { refusal } from './refusal.ts';
import type { Caller } from './signature.ts';

/** The target of a request, in path style: `/<bucket>/<key>?<subresource>`. */
export interface Target {
  readonly bucket: string;
  /** Empty for a request to the bucket. */
  readonly key: string;
  /** `policy`, `cors`, `location`, `list`, or empty. */
  readonly subresource: string;
}

/** A request with its parsed parts. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly target: Target;
  readonly caller: Caller;
  readonly buckets: Buckets;
  readonly region: string;
  readonly now: Date;
}

const subresources = new Set(['policy', 'cors', 'location']);
/** Parameters of a list. Those of version 2 alone are supported. */
const listParameters = new Set([
  'list-type',
  'prefix',
  'delimiter',
  'max-keys',
  'continuation-token',
  'start-after',
  'encoding-type',
  'fetch-owner',
]);

/** Parses the target. Throws `NotImplemented` for S3 parameters that this store doesn't support. */
export function readTarget(path: string, query: string): Target {
  const [bucket = '', ...rest] = path.slice(1).split('/');
  // Signature parameters are handled elsewhere. Some clients name the operation in `x-id`.
  const names = readQuery(query)
    .map(([name]) => name)
    .filter((name) => !name.startsWith('X-Amz-') && name !== 'x-id');
  const [subresource = '', ...others] = names;
  const key = decode(rest.join('/'));
  if (key === '' && names.includes('list-type') && names.every((name) => listParameters.has(name)))
    return { bucket: decode(bucket), key, subresource: 'list' };
  if (others.length > 0 || (subresource !== '' && (key !== '' || !subresources.has(subresource)))) {
    throw refusal('NotImplemented', `This store does not know the parameters ${names.join(', ')}.`);
  }
  return { bucket: decode(bucket), key, subresource };
}

/** Returns the bucket for a request that only the owner can send. Throws `AccessDenied` or `NoSuchBucket`. */
export function ownBucket({ caller, buckets, target }: Exchange): Bucket {
  requireOwner(caller);
  return buckets.get(target.bucket);
}

/** Throws `AccessDenied` for a request without a signature. */
export function requireOwner(caller: Caller): asserts caller is Extract<Caller, { kind: 'owner' }> {
  if (caller.kind !== 'owner') throw refusal('AccessDenied', 'This takes a signature.');
}

/** Returns the length of the body in bytes. Throws `MissingContentLength`. */
export function readLength(headers: IncomingHttpHeaders): number {
  const length = headers['content-length'];
  if (length === undefined) throw refusal('MissingContentLength', 'A body comes with its Content-Length.');
  return Number(length);
}

/** Sends the response. `text` can be empty. */
export function answer(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  status: number,
  headers: Readonly<Record<string, string>>,
  text = '',
): void {
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(text), ...headers });
  response.end(request.method === 'HEAD' ? '' : text);
}
