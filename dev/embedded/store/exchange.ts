import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Bucket, Buckets } from './buckets.ts';
import { decode, readQuery } from './canonical-request.ts';
import { refusal } from './refusal.ts';
import type { Caller } from './signature.ts';

/** Where a request points, path style: `/<bucket>/<key>?<subresource>`. */
export interface Target {
  readonly bucket: string;
  /** Empty for the bucket itself. */
  readonly key: string;
  /** `policy`, `cors`, `location`, or empty. */
  readonly subresource: string;
}

/** One request with all that was found out about it. */
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

/** Reads the target. Throws `NotImplemented` for parameters that S3 knows and this store does not. */
export function readTarget(path: string, query: string): Target {
  const [bucket = '', ...rest] = path.slice(1).split('/');
  // Signatures were read already; `x-id` is how some clients name the operation.
  const names = readQuery(query)
    .map(([name]) => name)
    .filter((name) => !name.startsWith('X-Amz-') && name !== 'x-id');
  const [subresource = '', ...others] = names;
  const key = decode(rest.join('/'));
  if (others.length > 0 || (subresource !== '' && (key !== '' || !subresources.has(subresource)))) {
    throw refusal('NotImplemented', `This store does not know the parameters ${names.join(', ')}.`);
  }
  return { bucket: decode(bucket), key, subresource };
}

/** The bucket of a request that only the owner may make. Throws `AccessDenied`, `NoSuchBucket`. */
export function ownBucket({ caller, buckets, target }: Exchange): Bucket {
  requireOwner(caller);
  return buckets.get(target.bucket);
}

/** Throws `AccessDenied` for a caller without a signature. */
export function requireOwner(caller: Caller): asserts caller is Extract<Caller, { kind: 'owner' }> {
  if (caller.kind !== 'owner') throw refusal('AccessDenied', 'This takes a signature.');
}

/** How many bytes the body has. Throws `MissingContentLength`. */
export function readLength(headers: IncomingHttpHeaders): number {
  const length = headers['content-length'];
  if (length === undefined) throw refusal('MissingContentLength', 'A body comes with its Content-Length.');
  return Number(length);
}

/** Ends the answer. `text` may be empty. */
export function answer(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  status: number,
  headers: Readonly<Record<string, string>>,
  text = '',
): void {
  response.writeHead(status, { 'Content-Length': Buffer.byteLength(text), ...headers });
  response.end(request.method === 'HEAD' ? '' : text);
}
