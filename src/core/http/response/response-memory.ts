import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { apiError } from '../../../contract/errors/api-error.ts';

/** How long a large response waits for memory, in milliseconds. */
const waitMs = 2_500;
/** Longer responses are counted until they are sent, and their readers watched. */
const watchedBytes = 16 * 1024;
/** What a slow reader must take within `stallMs`; longer responses are sent in pieces. */
const pieceBytes = 256 * 1024;

export interface ResponseBounds {
  /** Bytes of one response. */
  maxBytes: number;
  /** Bytes of all responses that are being built or sent. */
  memoryBytes: number;
  /** Milliseconds after which a reader that takes nothing is disconnected. */
  stallMs: number;
  /** Responses of many lines that one project receives at once. */
  linesAtOnce: number;
}

/** Memory that a request reserves when its response turns out to be large, until the response is serialized. */
export interface Reservation {
  /** Can be called again. @throws temporarily_unavailable for reads when the memory is used up */
  reserve: () => Promise<void>;
  release: () => void;
}

/** Bounds the memory of all responses, from reading their rows until their readers have received them. */
export class ResponseMemory {
  readonly bounds: ResponseBounds;
  readonly #releases = new EventEmitter().setMaxListeners(0);
  /** Readers of each unsent body: several can receive the bytes of one cached response. */
  readonly #readers = new Map<Buffer, number>();
  /** Responses of many lines, by project. */
  readonly #lines = new Map<string, number>();
  #bytes = 0;

  constructor(bounds: ResponseBounds) {
    this.bounds = bounds;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Rows, served values and text of a response are in memory together. Writes are stored, so they never fail here. */
  openReservation(isRead: boolean): Reservation {
    const { maxBytes, memoryBytes } = this.bounds;
    const bytes = Math.min(4 * maxBytes, Math.ceil(memoryBytes / 2));
    let reserving: Promise<boolean> | null = null;
    return {
      reserve: async () => {
        reserving ??= this.#reserve(bytes);
        if (!(await reserving) && isRead) throw apiError('temporarily_unavailable', { because: 'busy' });
      },
      release: () => void reserving?.then((isReserved) => isReserved && this.#free(bytes)),
    };
  }

  /** Sends a body, counts its bytes until the reader has them, and disconnects a reader that takes none. */
  send(ctx: Context, body: Buffer): void {
    const isLong = body.length > pieceBytes;
    if (isLong) ctx.res.setMaxListeners(30); // Koa and the stream that it pipes listen too
    ctx.body = isLong ? Readable.from(piecesOf(body), { objectMode: false }) : body;
    ctx.length = body.length;
    if (body.length <= watchedBytes || ctx.res.destroyed) return;
    const readers = this.#readers.get(body) ?? 0;
    this.#readers.set(body, readers + 1);
    if (readers === 0) this.#bytes += body.length;
    ctx.res.once('close', () => this.#endReader(body));
    this.disconnectStalled(ctx.res);
  }

  /** Counts a response of many lines until it ends. @throws temporarily_unavailable if the project receives enough of them */
  countLines({ res }: Context, projectId: string): void {
    const others = this.#lines.get(projectId) ?? 0;
    if (others >= this.bounds.linesAtOnce)
      throw apiError('temporarily_unavailable', { because: 'expensive_reads' });
    this.#lines.set(projectId, others + 1);
    res.once('close', () => {
      const linesLeft = (this.#lines.get(projectId) ?? 1) - 1;
      if (linesLeft > 0) this.#lines.set(projectId, linesLeft);
      else this.#lines.delete(projectId);
    });
  }

  /** Ends the connection of a reader that takes nothing of what waits for it. */
  disconnectStalled(response: ServerResponse): void {
    const { socket } = response;
    if (socket === null) return;
    let previousBytes = -1;
    const check = () => {
      const takenBytes = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength > 0 && takenBytes === previousBytes) socket.destroy();
      previousBytes = takenBytes;
    };
    const timer = setInterval(check, this.bounds.stallMs).unref();
    response.once('close', () => clearInterval(timer));
  }

  /** Waits for memory; false if there was none in time. */
  async #reserve(bytes: number): Promise<boolean> {
    const signal = AbortSignal.timeout(waitMs);
    while (this.#bytes + bytes > this.bounds.memoryBytes) {
      if (signal.aborted) return false;
      await once(this.#releases, 'release', { signal }).catch(() => undefined);
    }
    this.#bytes += bytes;
    return true;
  }

  #endReader(body: Buffer): void {
    const readersLeft = (this.#readers.get(body) ?? 1) - 1;
    if (readersLeft > 0) return void this.#readers.set(body, readersLeft);
    this.#readers.delete(body);
    this.#free(body.length);
  }

  #free(bytes: number): void {
    this.#bytes -= bytes;
    this.#releases.emit('release');
  }
}

function* piecesOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes);
}
