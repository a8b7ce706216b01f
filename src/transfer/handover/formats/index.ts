import { type TextFileFormat, textFileFormats } from '../../../contract/translations.ts';
import type { Unit } from '../units.ts';
import { jsonFile, readDocument } from './document.ts';
import { type FileHead, fileError, type FileUnit, type TextsFile } from './file-unit.ts';
import { readXliff } from './read-xliff.ts';
import { csvFile, readTable } from './table.ts';
import { xliff12, xliff20 } from './write-xliff.ts';

export type { FileUnit, TextsFile };
export { fileError };

export const textFormats = textFileFormats;
export type TextFormat = TextFileFormat;

/** How a file of each format is written. */
export const writers: Readonly<
  Record<TextFormat, (head: FileHead, units: AsyncIterable<Unit>) => AsyncGenerator<string>>
> = { xliff: xliff12, xliff2: xliff20, csv: csvFile, json: jsonFile };

/**
 * Reads a file of texts. Its content says which format it has, not its name.
 * @throws invalid_parameter for damaged files, files of other kinds, and a unit that is in the file twice
 */
export function readTexts(bytes: Uint8Array): TextsFile {
  const text = decode(bytes);
  const [first] = text.trimStart();
  const file = first === '<' ? readXliff(text) : first === '{' ? readDocument(text) : readTable(text);
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
