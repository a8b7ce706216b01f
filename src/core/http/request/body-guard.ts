import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import { apiError, type ApiError } from '../../../contract/errors/api-error.ts';
import type { BodyReservation } from './body-memory.ts';
import { BodyScan } from './body-scan.ts';

/** A body must arrive within this many times `stallMs`, plus the time that its bytes take at `bytesPerSecondMin`. */
const stallAllowances = 2;
const bytesPerSecondMin = 64 * 1024;
/** A decompressor takes up to 16 MiB of memory, and Node has four threads for them. */
const decompressorsMax = 4;
/**
 * Keys that make co-body search all values for `__proto__`, which takes 0.5 s for two million numbers. No such key is
 * accepted.
 */
const prototypeKey =
  /"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/;

/** The sender stopped, was too slow, or closed the connection. */
export class IncompleteBody extends Error {}

/** A `Content-Encoding` that can be decompressed. */
export type BodyCoding = 'gzip' | 'deflate' | 'br';

interface GuardOptions {
  /** Maximum bytes of the body, decompressed. */
  maxBytes: number;
  reservation: BodyReservation;
}

/** The milliseconds within which a body of this size must arrive. */
export function maxArrivalMs(bytes: number, stallMs: number): number {
  return Math.ceil(stallMs * stallAllowances + (bytes / bytesPerSecondMin) * 1_000);
}

/**
 * Collects a body and hands it on once it is complete. Each chunk is checked and counted when it arrives, so that a
 * body that would be expensive to parse is rejected at its first bad byte.
 */
export class BodyGuard extends Transform {
  /** Empty, so that the parser skips its own checks of length and encoding, which are done. */
  readonly headers = {};
  readonly #options: GuardOptions;
  readonly #scan: BodyScan | null;
  readonly #storedBytesMax: number;
  #store: Buffer = Buffer.alloc(0);
  #length = 0;

  constructor(options: GuardOptions, { isCompressed }: { isCompressed: boolean }) {
    super();
    const { maxBytes } = options;
    this.#options = options;
    this.#scan = isCompressed ? null : new BodyScan(maxBytes);
    // Compression can make a body slightly larger.
    this.#storedBytesMax = isCompressed ? maxBytes + Math.ceil(maxBytes / 1_000) + 1_000 : maxBytes;
    this.on('error', () => undefined); // it may fail before its reader listens
  }

  /** Whether parsed values need no further check: the body has no escapes of code points and no huge numbers. */
  get needsNoValueCheck(): boolean {
    return this.#scan?.isPlain === true;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const length = this.#length + chunk.length;
    const error = this.#checkChunk(chunk, length);
    if (error !== null) return done(error);
    const capacity = this.#capacityFor(length);
    const addedBytes = capacity - this.#store.length;
    const append = () => {
      this.#append(chunk, capacity);
      done();
    };
    const memory = addedBytes === 0 ? undefined : this.#options.reservation.take(addedBytes);
    if (memory === undefined) append();
    else memory.then(append, done);
  }

  override _flush(done: TransformCallback): void {
    const bytes = this.#store.subarray(0, this.#length);
    if (this.#scan === null) return done(null, bytes);
    // The parser would replace invalid UTF-8 silently.
    if (!isUtf8(bytes)) return done(apiError('invalid_json', { why: 'it is not valid UTF-8' }));
    if (prototypeKey.test(bytes.toString('latin1')))
      return done(apiError('invalid_json', { why: 'the key "__proto__" is not allowed' }));
    done(null, bytes);
  }

  #checkChunk(chunk: Buffer, length: number): ApiError | null {
    if (length > this.#storedBytesMax)
      return apiError('payload_too_large', { maxBytes: this.#options.maxBytes });
    const why = this.#scan?.read(chunk) ?? null;
    return why === null ? null : apiError('invalid_json', { why });
  }

  /** The size of the buffer for this many bytes: exact for the first chunk, then at least doubled. */
  #capacityFor(length: number): number {
    const { length: capacity } = this.#store;
    if (length <= capacity) return capacity;
    return capacity === 0 ? length : Math.min(this.#storedBytesMax, Math.max(length, 2 * capacity));
  }

  #append(chunk: Buffer, capacity: number): void {
    if (this.#length === 0)
      this.#store = chunk; // most bodies are one chunk
    else {
      if (capacity > this.#store.length) {
        const store = Buffer.allocUnsafeSlow(capacity);
        this.#store.copy(store, 0, 0, this.#length);
        this.#store = store;
      }
      chunk.copy(this.#store, this.#length);
    }
    this.#length += chunk.length;
  }
}

/**
 * Returns a guard that the body of a request flows into. A compressed body is decompressed only when it has arrived
 * completely: otherwise 15 bytes could occupy 4 MiB for as long as their sender likes.
 *
 * The guard fails with IncompleteBody when `stallMs` pass without a byte, or the body takes longer than its size allows;
 * and with payload_too_large, invalid_json or temporarily_unavailable.
 */
export async function guardBody(
  request: IncomingMessage,
  coding: BodyCoding | null,
  { stallMs, ...options }: GuardOptions & { stallMs: number },
): Promise<BodyGuard> {
  const arriving = new BodyGuard(options, { isCompressed: coding !== null });
  pipeRequest(request, arriving, stallMs);
  if (coding === null) return arriving;
  const compressed = await buffer(arriving);
  await options.reservation.untilFree(options.maxBytes);
  const guard = new BodyGuard(options, { isCompressed: false });
  await decompressInto(guard, compressed, coding);
  return guard;
}

function pipeRequest(request: IncomingMessage, guard: BodyGuard, stallMs: number): void {
  const startedAt = performance.now();
  let lastChunkAt = startedAt;
  let receivedBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const fail = () => guard.destroy(new IncompleteBody());
  const recordChunk = (chunk: Buffer) => {
    lastChunkAt = performance.now();
    receivedBytes += chunk.length;
  };
  const checkTime = () => {
    const now = performance.now();
    if (request.isPaused()) lastChunkAt = now; // the guard waits for memory, and the sender for the guard
    const endsAt = Math.min(lastChunkAt + stallMs, startedAt + maxArrivalMs(receivedBytes, stallMs));
    const leftMs = request.isPaused() ? stallMs : endsAt - now;
    if (leftMs <= 0) fail();
    else timer = setTimeout(checkTime, Math.ceil(leftMs));
  };
  const stop = () => {
    clearTimeout(timer);
    request.off('data', recordChunk).off('close', fail).off('error', fail);
  };
  checkTime();
  request.on('data', recordChunk).once('end', stop).once('close', fail).once('error', fail).pipe(guard);
  guard.once('close', () => {
    stop();
    request.unpipe(guard).resume(); // drops the rest, so that the connection can be used again
  });
}

let decompressorCount = 0;
const waitingForDecompressor: (() => void)[] = [];

async function decompressInto(guard: BodyGuard, compressed: Buffer, coding: BodyCoding): Promise<void> {
  if (decompressorCount < decompressorsMax) decompressorCount += 1;
  else await new Promise<void>((resolve) => waitingForDecompressor.push(resolve));
  const decompressor = coding === 'br' ? createBrotliDecompress() : createUnzip();
  decompressor.once('error', (error) => guard.destroy(error));
  guard.once('close', () => {
    decompressor.destroy();
    const next = waitingForDecompressor.shift();
    if (next === undefined) decompressorCount -= 1;
    else next(); // the next body uses this decompressor slot
  });
  decompressor.pipe(guard);
  decompressor.end(compressed);
}
