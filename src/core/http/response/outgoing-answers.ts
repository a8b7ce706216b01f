import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { apiError } from '../../../contract/errors/api-error.ts';
import { AnswersInFlight, Holding } from './answers-in-flight.ts';

/** Answers above this are counted until they are sent, and a client that does not take them is disconnected. */
const watchedBytes = 16 * 1024;
/** What a caller must take within the time: longer answers are handed over in pieces of it. */
const pieceBytes = 256 * 1024;

export interface OutgoingAnswerBounds {
  /** Bytes of one answer. */
  answerBytesMax: number;
  /** Bytes of large answers that are made, and of all that are unsent. */
  inFlightBytesMax: number;
  /** How long a caller may take nothing, in milliseconds. */
  stallMs: number;
  /** Answers of many lines that go out at once for one project. */
  linesAtOnce: number;
}

/** Bounds what answers take on their way out: while large ones are made, and until their readers have them. */
export class OutgoingAnswers {
  readonly bounds: OutgoingAnswerBounds;
  readonly #inFlight: AnswersInFlight;
  /** Answers of many lines under way, by project. */
  readonly #lines = new Map<string, number>();

  constructor(bounds: OutgoingAnswerBounds) {
    this.bounds = bounds;
    this.#inFlight = new AnswersInFlight(bounds.inFlightBytesMax);
  }

  /** Bytes that answers take now. */
  get bytes(): number {
    return this.#inFlight.bytes;
  }

  /** The place of one request; to be released when its answer is made. What is read, served and written are in memory together. */
  holding(isRead: boolean): Holding {
    const { answerBytesMax, inFlightBytesMax } = this.bounds;
    const bytes = Math.min(4 * answerBytesMax, Math.ceil(inFlightBytesMax / 2));
    return new Holding(this.#inFlight, { bytes, isRead });
  }

  /** Makes the bytes the body of the answer, and counts them until the caller has them. */
  send(ctx: Context, bytes: Buffer): void {
    const isLong = bytes.length > pieceBytes;
    if (isLong) ctx.res.setMaxListeners(30); // Koa and the stream that it pipes listen too
    ctx.body = isLong ? Readable.from(inPieces(bytes), { objectMode: false }) : bytes;
    ctx.length = bytes.length;
    if (bytes.length <= watchedBytes || ctx.res.destroyed) return;
    ctx.res.once('close', this.#inFlight.unsent(bytes));
    this.watch(ctx.res);
  }

  /** Counts an answer of many lines until its caller is gone. @throws temporarily_unavailable where a project has enough of them */
  countLines({ res }: Context, projectId: string): void {
    const others = this.#lines.get(projectId) ?? 0;
    if (others >= this.bounds.linesAtOnce)
      throw apiError('temporarily_unavailable', { because: 'expensive_reads' });
    this.#lines.set(projectId, others + 1);
    res.once('close', () => {
      const left = (this.#lines.get(projectId) ?? 1) - 1;
      if (left > 0) this.#lines.set(projectId, left);
      else this.#lines.delete(projectId);
    });
  }

  /** Ends the connection of a caller that takes nothing of what waits for it. */
  watch(response: ServerResponse): void {
    const { socket } = response;
    if (socket === null) return;
    let takenBefore = -1;
    const look = () => {
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength > 0 && taken === takenBefore) socket.destroy();
      takenBefore = taken;
    };
    const timer = setInterval(look, this.bounds.stallMs).unref();
    response.once('close', () => clearInterval(timer));
  }
}

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}
