import type { IncomingMessage } from 'node:http';

/** A body of which this many bytes come in each second is waited for, beyond the first seconds. */
const bytesPerSecondMin = 64 * 1024;
/** The first seconds, in times of the longest pause. */
const pausesAtFirst = 2;

/** How long a body of so many bytes may take in all, in milliseconds. */
export function arrivalMsMax(bytes: number, stallMs: number): number {
  return Math.ceil(stallMs * pausesAtFirst + (bytes / bytesPerSecondMin) * 1_000);
}

/** A body that stopped coming, came too slowly, or was given up by its sender. */
export class NotWhole extends Error {}

/** Takes a piece; a promise holds the sender back until it is done. */
type Take = (piece: Buffer) => Promise<void> | undefined;

/**
 * Hands on the pieces of a body as they come, until its end.
 * @throws NotWhole when `stallMs` pass without a byte, or the whole takes longer than its size allows; what `take` throws
 */
export function eachPiece(request: IncomingMessage, stallMs: number, take: Take): Promise<void> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    let newest = begun;
    let received = 0;
    const onData = (piece: Buffer) => {
      newest = performance.now();
      received += piece.length;
      try {
        const waiting = take(piece);
        if (waiting !== undefined) holdBack(waiting);
      } catch (fault) {
        end(fault as Error);
      }
    };
    const holdBack = (waiting: Promise<void>) => {
      request.pause();
      clearTimeout(timer); // it is not the sender who is slow
      waiting.then(() => {
        if (isOver) return;
        newest = performance.now();
        look();
        request.resume();
      }, end);
    };
    const onEnd = () => end(null);
    const onGone = () => end(new NotWhole());
    const end = (fault: Error | null) => {
      isOver = true;
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('close', onGone);
      request.resume(); // what still comes is passed by, so that the connection goes on
      if (fault === null) resolve();
      else reject(fault);
    };
    const look = () => {
      const now = performance.now();
      const leftMs = Math.min(newest + stallMs, begun + arrivalMsMax(received, stallMs)) - now;
      if (leftMs <= 0) end(new NotWhole());
      else timer = setTimeout(look, Math.ceil(leftMs));
    };
    let isOver = false;
    let timer: NodeJS.Timeout;
    look();
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone);
  });
}
