import { isUtf8 } from 'node:buffer';
import type { Context } from 'koa';
import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { eachPiece, NotWhole } from './body-arrival.ts';
import { BodyBytes } from './body-bytes.ts';
import type { BodyMemory, BodyReservation } from './body-memory.ts';
import { findUnexpected } from './json-fault.ts';
import { packingOf, unpackEach } from './body-unpack.ts';

/** How bodies are read. */
export interface BodyReading {
  /** Of one body, unpacked. */
  bytesMax: number;
  /** The longest pause in which nothing of a body comes, in milliseconds. */
  stallMs: number;
  /** Where the bodies of all requests are counted. */
  room: BodyMemory;
  /** Whether a `Content-Encoding` is taken. */
  takesPacked: boolean;
}

/** Reads and parses the body of a request on behalf of `owner`, a project or an address, whose bodies are counted together. */
export type ParseBody = (ctx: Context, owner: string) => Promise<void>;

/** Types of bodies that are files, or forms with files. */
const fileForm = /^(multipart|image|video|audio|font)\/|^application\/(octet-stream|pdf|zip)\b/i;

interface Parsed {
  value: unknown;
  /** Whether each value must be looked at. */
  isOdd: boolean;
}

/** What the parser leaves for who reads the body. */
interface BodyState {
  parsed?: Parsed;
}

/**
 * Creates the parser of JSON bodies. Bodies that would be expensive to build are rejected while they are read
 * (docs/decisions/0080-request-body-limits.md).
 */
export function bodyParser(reading: BodyReading): ParseBody {
  return async (ctx, owner) => {
    if (!hasBody(ctx)) return;
    if (ctx.is('application/json') !== 'application/json')
      throw apiError('unsupported_media_type', { isFile: fileForm.test(ctx.get('Content-Type')) });
    const hold = reading.room.open(owner);
    if (ctx.res.closed) return; // its caller is gone
    ctx.res.once('close', () => hold.release());
    try {
      const body = await gather(ctx, reading, hold);
      (ctx.state as BodyState).parsed = { value: parse(body.bytes), isOdd: !body.isPlain };
    } catch (fault) {
      if (fault instanceof NotWhole) ctx.set('Connection', 'close'); // nothing else can come after it
      throw bodyProblem(fault);
    }
  };
}

function hasBody(ctx: Context): boolean {
  const length = ctx.get('Content-Length');
  return length === '' ? ctx.get('Transfer-Encoding') !== '' : Number(length) > 0;
}

async function gather(ctx: Context, reading: BodyReading, hold: BodyReservation): Promise<BodyBytes> {
  const { bytesMax, stallMs, takesPacked } = reading;
  const packing = packingOf(ctx.get('Content-Encoding'));
  if (packing === undefined || (packing !== null && !takesPacked))
    throw apiError('unsupported_media_type', {});
  if (packing === null && Number(ctx.get('Content-Length')) > bytesMax)
    throw apiError('payload_too_large', { maxBytes: bytesMax });
  const sent = new BodyBytes(bytesMax, hold, { isPacked: packing !== null });
  await eachPiece(ctx.req, stallMs, (piece) => sent.add(piece));
  if (packing === null) return sent;
  const body = new BodyBytes(bytesMax, hold, { isPacked: false });
  await hold.untilFree(bytesMax);
  await unpackEach(sent.bytes, packing, (piece) => body.add(piece));
  return body;
}

function parse(bytes: Buffer): unknown {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  const value: unknown = text === '' ? undefined : parseText(text);
  if (!isUtf8(bytes)) throw apiError('invalid_json', { why: 'it is not valid UTF-8' }); // would be replaced silently
  return value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const unexpected = findUnexpected(text);
    throw apiError('invalid_json', {
      why: 'it is not valid JSON',
      ...(unexpected !== null && { unexpected }),
    });
  }
}

/** The original may carry the raw body and must not reach the log. */
function bodyProblem(fault: unknown): ApiError {
  if (fault instanceof ApiError) return fault;
  return apiError('invalid_json', { why: 'it did not arrive whole' });
}

/**
 * Gives the parsed body of a request, `undefined` when there was none.
 * @throws invalid_json when it is not an object, or holds a text that is no Unicode.
 */
export function readBody(ctx: Context): Record<string, unknown> | undefined {
  const { parsed: body } = ctx.state as BodyState;
  if (body === undefined || body.value === undefined) return undefined;
  const { value } = body;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw apiError('invalid_json', { why: 'it must be one JSON object' });
  if (body.isOdd) checkTree(value);
  body.isOdd = false;
  return value as Record<string, unknown>;
}

/** Walks the tree without recursion; its depth and size are bounded already. */
function checkTree(root: object): void {
  const below = [root];
  for (let node = below.pop(); node !== undefined; node = below.pop()) {
    if (!Array.isArray(node)) Object.keys(node).forEach(checkKey);
    const values = (Array.isArray(node) ? node : Object.values(node)) as unknown[];
    for (const value of values) {
      if (typeof value === 'string') checkText(value);
      else if (typeof value === 'object' && value !== null) below.push(value);
      else if (value === Infinity || value === -Infinity)
        throw apiError('invalid_json', { why: 'it contains a number that is too large' });
    }
  }
}

function checkKey(key: string): void {
  if (key === '__proto__') throw apiError('invalid_json', { why: 'it is not valid JSON' });
  checkText(key);
}

function checkText(text: string): void {
  if (!text.isWellFormed() || text.includes('\u0000')) {
    throw apiError('invalid_json', { why: 'a text contains U+0000 or an unpaired surrogate' });
  }
}
