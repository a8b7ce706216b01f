import type { Context, Middleware } from 'koa';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { type BodyCoding, type BodyGuard, guardBody, IncompleteBody, maxArrivalMs } from './body-guard.ts';
import { BodyMemory } from './body-memory.ts';
import { findUnexpected } from './json-fault.ts';

/** How bodies are read. */
export interface BodyOptions {
  /** Maximum bytes of one body, decompressed. */
  maxBytes: number;
  /** The longest pause in which nothing of a body arrives, in milliseconds. */
  stallMs: number;
  /** Counts the bodies of all requests. */
  memory: BodyMemory;
  /** Whether a `Content-Encoding` is accepted. */
  acceptsCompression: boolean;
}

/** Parses the body of a request into `ctx.request.body`. Bodies of one owner, a project or an address, share memory. */
export type ParseBody = (ctx: Context, owner: string) => Promise<void>;

interface BodySettings {
  maxBytes: number;
  maxBytesInFlight: number;
  stallMs: number;
}

/** Content types of files, or of forms with files. */
const fileType = /^(multipart|image|video|audio|font)\/|^application\/(octet-stream|pdf|zip)\b/i;
/** The part of the memory for bodies of requests before sign-in, which are small. */
const anonymousShare = 1 / 8;

/** Divides the memory for bodies: requests before sign-in take none from those with a key or a session. */
export function bodyOptions({ maxBytes, maxBytesInFlight, stallMs }: BodySettings) {
  const anonymousBytes = Math.floor(maxBytesInFlight * anonymousShare);
  const memory = new BodyMemory(maxBytesInFlight - anonymousBytes);
  const anonymousMemory = new BodyMemory(anonymousBytes);
  const signedIn: BodyOptions = { maxBytes, stallMs, memory, acceptsCompression: true };
  const anonymous: BodyOptions = { maxBytes, stallMs, memory: anonymousMemory, acceptsCompression: false };
  return {
    signedIn,
    anonymous,
    /** The longest that a body may take to arrive, in milliseconds. */
    arrivalMs: maxArrivalMs(maxBytes, stallMs),
    bytesInFlight: () => memory.used + anonymousMemory.used,
  };
}

/**
 * Creates the parser of JSON bodies. koa-body limits the size of one body only, so it reads from a guard that rejects
 * what would be expensive to parse (docs/architecture/decisions/0080-request-body-limits.md).
 */
export function bodyParser({ maxBytes, stallMs, memory, acceptsCompression }: BodyOptions): ParseBody {
  let loading: Promise<Middleware> | undefined;
  return async (ctx, owner) => {
    if (!hasBody(ctx)) return;
    if (ctx.is('application/json') !== 'application/json')
      throw apiError('unsupported_media_type', { isFile: fileType.test(ctx.get('Content-Type')) });
    const coding = codingOf(ctx, acceptsCompression);
    if (coding === null && Number(ctx.get('Content-Length')) > maxBytes)
      throw apiError('payload_too_large', { maxBytes });
    const parse = await (loading ??= loadParser(maxBytes));
    if (ctx.res.closed) return; // nobody reads the response
    const reservation = memory.open(owner);
    ctx.res.once('close', () => reservation.release());
    try {
      const guard = await guardBody(ctx.req, coding, { maxBytes, stallMs, reservation });
      await parseGuarded(ctx, guard, parse);
      checkBody(ctx, guard.needsNoValueCheck);
    } catch (error) {
      if (error instanceof IncompleteBody) ctx.set('Connection', 'close'); // its bytes would be read as a request
      throw toBodyError(error);
    }
  };
}

/** Loaded with the first body: koa-body takes 20 MiB of memory and 0.2 s, most of it for forms and its options. */
async function loadParser(maxBytes: number): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body');
  return koaBody({
    text: false,
    urlencoded: false,
    multipart: false,
    jsonLimit: maxBytes,
    jsonTypes: ['application/json'],
    jsonStrict: false,
    includeUnparsed: true,
    parsedMethods: Object.values(HttpMethodEnum),
  });
}

/** The error of the guard comes first: koa-body may only have noticed that the guard is closed. */
async function parseGuarded(ctx: Context, guard: BodyGuard, parse: Middleware): Promise<void> {
  try {
    await parse(Object.create(ctx, { req: { value: guard } }) as Context, () => Promise.resolve());
  } catch (error) {
    throw guard.errored ?? error;
  } finally {
    guard.destroy();
  }
}

function hasBody(ctx: Context): boolean {
  const length = ctx.get('Content-Length');
  return length === '' ? ctx.get('Transfer-Encoding') !== '' : Number(length) > 0;
}

/** Returns null for a body that is not compressed. @throws unsupported_media_type */
function codingOf(ctx: Context, acceptsCompression: boolean): BodyCoding | null {
  const coding = ctx.get('Content-Encoding');
  if (coding === '' || coding === 'identity') return null;
  if (acceptsCompression && (coding === 'gzip' || coding === 'deflate' || coding === 'br')) return coding;
  throw apiError('unsupported_media_type', {});
}

/** Errors of koa-body contain the body: neither they nor their messages may reach the log. */
function toBodyError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { body } = error as { body?: unknown };
  if (typeof body !== 'string') return apiError('invalid_json', { why: 'it did not arrive whole' });
  const unexpected = findUnexpected(body);
  return apiError('invalid_json', {
    why: 'it is not valid JSON',
    ...(unexpected !== null && { unexpected }),
  });
}

/** Drops the text of the body, which no step needs and which would occupy memory until the response is sent. */
function checkBody({ request }: Context, needsNoValueCheck: boolean): void {
  const { body, rawBody } = request;
  delete request.rawBody;
  if (rawBody === '') return void delete request.body;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw apiError('invalid_json', { why: 'it must be one JSON object' });
  if (!needsNoValueCheck) checkValues(body);
}

/** Visits all values without recursion; depth and size are limited already. */
function checkValues(root: object): void {
  const nodes = [root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (!Array.isArray(node)) Object.keys(node).forEach(checkText);
    for (const value of Object.values(node) as unknown[]) {
      if (typeof value === 'string') checkText(value);
      else if (typeof value === 'object' && value !== null) nodes.push(value);
      else if (value === Infinity || value === -Infinity)
        throw apiError('invalid_json', { why: 'it contains a number that is too large' });
    }
  }
}

function checkText(text: string): void {
  if (!text.isWellFormed() || text.includes('\u0000'))
    throw apiError('invalid_json', { why: 'a text contains U+0000 or an unpaired surrogate' });
}

/** The parsed body of a request; undefined without one. */
export function readBody({ request }: Context): Record<string, unknown> | undefined {
  return request.body as Record<string, unknown> | undefined;
}
