import { transferError } from '../../transfer-error.ts';
import { readDecoded } from './decode.ts';

/** Maximum characters of one record. */
export const recordCharsMax = 16 * 1024 * 1024;

/**
 * Yields the lines of a file with their numbers, counted from 1. Blank lines are omitted.
 * @throws invalid_parameter for bytes of another encoding and oversized lines
 */
export async function* readNumberedLines(
  path: string,
  encoding: string | null,
): AsyncGenerator<{ row: number; text: string }> {
  let rest = '';
  let row = 1;
  for await (const text of readDecoded(path, encoding)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.trim() !== '') yield { row, text: line };
      row += 1;
    }
    if (rest.length > recordCharsMax)
      throw transferError(`${path}, line ${row} has more than ${recordCharsMax} characters.`, '--ndjson');
  }
  if (rest.trim() !== '') yield { row, text: rest };
}
