import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a file that gets its name when it is complete. */
export async function writeWholeFile(path: string, pieces: AsyncIterable<string>): Promise<void> {
  const unfinished = `${path}.part`;
  try {
    await pipeline(Readable.from(pieces), createWriteStream(unfinished));
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
