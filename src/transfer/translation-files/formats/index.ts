import type { TranslationFileFormat } from '../../../contract/translations.ts';
import type { Unit } from '../units.ts';
import { readCsv, writeCsv } from './csv.ts';
import { type FileHead, fileError, type FileUnit, type TextsFile } from './file-unit.ts';
import { readJson, writeJson } from './json.ts';
import { readXliff } from './read-xliff.ts';
import { writeXliff12, writeXliff20 } from './write-xliff.ts';

export type { FileUnit, TextsFile };
export { fileError };

/** Writes a file in each format, in pieces. */
export const writers: Readonly<
  Record<TranslationFileFormat, (head: FileHead, units: AsyncIterable<Unit>) => AsyncGenerator<string>>
> = { xliff: writeXliff12, xliff2: writeXliff20, csv: writeCsv, json: writeJson };

/**
 * Reads a translation file. Its format is detected from the content.
 * @throws invalid_parameter for damaged files, files of other kinds, and units that are in the file twice
 */
export function readTexts(bytes: Uint8Array): TextsFile {
  const text = decode(bytes);
  const [first] = text.trimStart();
  const file = first === '<' ? readXliff(text) : first === '{' ? readJson(text) : readCsv(text);
  const ids = new Set<string>();
  for (const { id } of file.units) {
    if (ids.has(id)) throw fileError(`Unit "${id.slice(0, 200)}" is in the file twice. Remove one of them.`);
    ids.add(id);
  }
  return file;
}

/** @throws invalid_parameter for bytes that are not UTF-8, or UTF-16 with a byte order mark */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw fileError(
      'The file contains bytes that are not UTF-8. Save it as UTF-8, or as "CSV UTF-8" in Excel.',
    );
  }
}
