import { createReadStream } from 'node:fs';
import { lineBytesMax } from './schema.ts';

/** A line is longer than a bundle allows. */
export class LineTooLong extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} has more than ${lineBytesMax} bytes`);
    this.line = line;
  }
}

/** The bytes of a file are not UTF-8 on this line. */
export class NotUtf8 extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`line ${line} is not UTF-8`);
    this.line = line;
  }
}

/**
 * Yields the lines of a file with their numbers, without holding more than one line in memory. Empty lines and a byte
 * order mark are skipped. @throws LineTooLong, NotUtf8, the errors of the file system
 */
export async function* readTextLines(path: string): AsyncGenerator<{ text: string; line: number }> {
  let parts: Buffer[] = [];
  let bytes = 0;
  let line = 1;
  const takeLine = (): string => {
    const text = decode(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts), line);
    parts = [];
    bytes = 0;
    return text;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      parts.push(chunk.subarray(start, end));
      bytes += end - start;
      if (bytes > lineBytesMax) throw new LineTooLong(line);
      const text = takeLine();
      if (text !== '') yield { text, line };
      line += 1;
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    bytes += rest.length;
    if (bytes > lineBytesMax) throw new LineTooLong(line);
    if (rest.length > 0) parts.push(rest);
  }
  const last = takeLine();
  if (last !== '') yield { text: last, line };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Buffer, line: number): string {
  try {
    const text = utf8.decode(bytes);
    return (line === 1 ? text.replace(/^\uFEFF/, '') : text).trim();
  } catch {
    throw new NotUtf8(line);
  }
}
