import { parse } from 'csv-parse/browser/esm/sync';
import { tableLimits } from '../../../../src/contract/tables/limits.ts';
import { detectDelimiter } from '../../../../src/contract/tables/text.ts';

/** A CSV file that was read in the browser. */
export interface Table {
  fileName: string;
  headers: string[];
  rows: string[][];
  /** Whether the file is not Unicode, so that its characters were guessed. */
  isGuessed: boolean;
}

/** Reads a CSV file. @throws Error with a sentence for people */
export async function readTable(file: File): Promise<Table> {
  if (file.size > 2 * tableLimits.bytes_max) throw new Error(tooLarge);
  const { text, isGuessed } = decode(await file.arrayBuffer());
  if (new TextEncoder().encode(text).length > tableLimits.bytes_max) throw new Error(tooLarge);
  const [headers, ...rows] = parseRecords(text);
  while (rows.length > 0 && isBlank(rows.at(-1) ?? [])) rows.pop();
  if (headers === undefined || rows.length === 0)
    throw new Error('The file has no rows below its first one.');
  if (rows.length > tableLimits.rows_max)
    throw new Error(
      `The file has ${rows.length.toLocaleString('en')} rows. Split it: one import takes ${tableLimits.rows_max.toLocaleString('en')}.`,
    );
  return { fileName: file.name, headers, rows, isGuessed };
}

const tooLarge = `The file is larger than ${tableLimits.bytes_max / 1_000_000} MB. Split it.`;

function parseRecords(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: detectDelimiter(text.slice(0, 64 * 1024)),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    });
  } catch {
    throw new Error('This is not a CSV file. Save the table as CSV, and choose that file.');
  }
}

/** Decodes UTF-16 with a byte order mark or UTF-8, else the encoding that spreadsheets on Windows use. */
function decode(bytes: ArrayBuffer): { text: string; isGuessed: boolean } {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  const isLittleEndian = first === 0xff && second === 0xfe;
  const isBigEndian = first === 0xfe && second === 0xff;
  if (isLittleEndian || isBigEndian)
    return { text: new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true };
  }
}

/** Only blank rows at the end are dropped, so that row numbers match the spreadsheet. */
function isBlank(row: readonly string[]): boolean {
  return row.every((cell) => cell.trim() === '');
}
