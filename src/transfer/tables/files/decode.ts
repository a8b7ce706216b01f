import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { transferError } from '../../transfer-error.ts';

/**
 * Yields the text of a file. A byte order mark determines the encoding; without one it is `encoding`, or UTF-8 if that is null.
 * @throws invalid_parameter for an unknown encoding, or bytes that the encoding doesn't have; errors of the file system
 */
export async function* readDecoded(path: string, encoding: string | null): AsyncGenerator<string> {
  const name = (await encodingOfMark(path)) ?? encoding ?? 'utf-8';
  const decoder = decoderOf(name);
  const decode = (bytes?: Buffer): string => {
    const text = decodeChunk(decoder, bytes);
    if (text === null || text.includes('\0')) throw wrongEncoding(path, name);
    return text;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield decode(chunk);
  yield decode();
}

/** The text of the bytes; null if they are invalid in this encoding. */
function decodeChunk(decoder: TextDecoder, bytes: Buffer | undefined): string | null {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    return null;
  }
}

function decoderOf(name: string): TextDecoder {
  try {
    return new TextDecoder(name, { fatal: true });
  } catch {
    throw transferError(
      `There is no encoding "${name}". Use a name such as windows-1252, iso-8859-2 or shift_jis.`,
      '--encoding',
    );
  }
}

/** The UTF-16 encoding that a byte order mark at the start of the file names; null without one. */
async function encodingOfMark(path: string): Promise<string | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw transferError(`${path} can't be read (${error.code ?? 'unknown reason'}).`, '--csv');
  });
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    if (buffer[0] === 0xff && buffer[1] === 0xfe) return 'utf-16le';
    return buffer[0] === 0xfe && buffer[1] === 0xff ? 'utf-16be' : null;
  } finally {
    await file.close();
  }
}

function wrongEncoding(path: string, name: string) {
  return transferError(
    `${path} contains bytes that are not ${name.toUpperCase()}. Name its encoding, for example --encoding windows-1252.`,
    '--encoding',
  );
}
