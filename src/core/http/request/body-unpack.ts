import { createBrotliDecompress, createUnzip } from 'node:zlib';

export type Packing = 'gzip' | 'deflate' | 'br';

/** What unpacks takes up to 16 MiB beside what it gives; the threads that do it are four. */
const atOnceMax = 4;
let running = 0;
const queue: (() => void)[] = [];

/** How a body is packed by its `Content-Encoding`: null for as it is, undefined for what is not known. */
export function packingOf(encoding: string): Packing | null | undefined {
  if (encoding === '' || encoding === 'identity') return null;
  return encoding === 'gzip' || encoding === 'deflate' || encoding === 'br' ? encoding : undefined;
}

/**
 * Unpacks what has come whole, so that nothing is kept unpacked for a sender who does not go on; ends early when `take`
 * throws. Four do so at once in the process, the others wait for their turn.
 * @throws Error of zlib when the bytes are not what they say, and what `take` throws
 */
export async function unpackEach(
  packed: Buffer,
  packing: Packing,
  take: (piece: Buffer) => Promise<void> | undefined,
): Promise<void> {
  if (running >= atOnceMax) await new Promise<void>((resolve) => queue.push(resolve));
  else running += 1;
  try {
    const stream = packing === 'br' ? createBrotliDecompress() : createUnzip();
    stream.end(packed);
    for await (const piece of stream) await take(piece as Buffer);
  } finally {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}
