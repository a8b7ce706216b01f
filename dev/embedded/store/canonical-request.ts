import { createHash, createHmac } from 'node:crypto';
import { refusal } from './refusal.ts';

/** The signed parts of a request. `path` and `query` are as sent. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The parameters of a signature. */
export interface Scope {
  /** `20261120T093000Z`. */
  readonly datetime: string;
  readonly region: string;
  readonly signedHeaders: readonly string[];
  /** SHA-256 of the body in hex, or `UNSIGNED-PAYLOAD`. */
  readonly payload: string;
}

/** Returns the signature of a request with `secretKey` in hex (AWS Signature Version 4, service `s3`). */
export function signatureOf(request: WireRequest, scope: Scope, secretKey: string): string {
  const date = scope.datetime.slice(0, 8);
  const credentialScope = `${date}/${scope.region}/s3/aws4_request`;
  const digest = createHash('sha256').update(canonicalRequest(request, scope)).digest('hex');
  const toSign = `AWS4-HMAC-SHA256\n${scope.datetime}\n${credentialScope}\n${digest}`;
  const key = [date, scope.region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (parent, part) => createHmac('sha256', parent).update(part).digest(),
    `AWS4${secretKey}`,
  );
  return createHmac('sha256', key).update(toSign).digest('hex');
}

function canonicalRequest(request: WireRequest, { signedHeaders, payload }: Scope): string {
  const headers = signedHeaders.map((name) => `${name}:${headerValue(request, name)}\n`).join('');
  const query = canonicalQuery(request.query);
  return [request.method, canonicalPath(request.path), query, headers, signedHeaders.join(';'), payload].join(
    '\n',
  );
}

/** Encodes each segment exactly once, whatever the client encoded. Slashes stay. */
function canonicalPath(path: string): string {
  return path
    .split('/')
    .map((segment) => encode(decode(segment)))
    .join('/');
}

function canonicalQuery(query: string): string {
  return readQuery(query)
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

function headerValue({ headers }: WireRequest, name: string): string {
  const value = headers[name] ?? '';
  return (Array.isArray(value) ? value.join(',') : value).trim().replace(/\s+/g, ' ');
}

/** Returns the decoded names and values of a query in the order sent. */
export function readQuery(query: string): readonly (readonly [string, string])[] {
  return query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const equals = part.includes('=') ? part.indexOf('=') : part.length;
      return [decode(part.slice(0, equals)), decode(part.slice(equals + 1))] as const;
    });
}

/** Throws `InvalidURI` for invalid escapes. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw refusal('InvalidURI', 'The address holds an escape that is not UTF-8.');
  }
}

/** Signatures require RFC 3986, but encodeURIComponent doesn't encode five of its reserved characters. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
