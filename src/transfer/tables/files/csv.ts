import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { detectDelimiter } from '../../../contract/tables/text.ts';
import { transferError } from '../../transfer-error.ts';
import { readDecoded } from './decode.ts';
import { recordCharsMax } from './lines.ts';

/** Number of characters at the start of a file from which the delimiter is detected. */
const sampleChars = 64 * 1024;

export interface CsvOptions {
  path: string;
  /** One character; null to detect it. */
  delimiter: string | null;
  /** The name of an encoding; null for UTF-8. A byte order mark takes precedence. */
  encoding: string | null;
}

/** A record of a CSV file. `row` is its number in a spreadsheet, where the header is row 1. */
export interface CsvRecord {
  row: number;
  cells: string[];
}

/**
 * Yields the records of a CSV file, the header first. Blank rows are counted and omitted.
 * @throws invalid_parameter for bytes of another encoding, an unclosed quote, and oversized records
 */
export async function* readCsv(options: CsvOptions): AsyncGenerator<CsvRecord> {
  const { path, encoding } = options;
  const delimiter = options.delimiter ?? detectDelimiter(await readSample(path, encoding));
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordCharsMax,
  });
  const source = Readable.from(readDecoded(path, encoding));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (cells.some((cell) => cell !== '')) yield { row, cells };
    }
  } catch (error) {
    throw error instanceof CsvError ? csvError(path, row, error) : error;
  } finally {
    source.destroy();
  }
}

async function readSample(path: string, encoding: string | null): Promise<string> {
  let sample = '';
  for await (const text of readDecoded(path, encoding)) {
    sample += text;
    if (sample.length >= sampleChars) break;
  }
  return sample.slice(0, sampleChars);
}

function csvError(path: string, row: number, { code, message }: CsvError) {
  const why =
    code === 'CSV_QUOTE_NOT_CLOSED'
      ? `a quote that opens after row ${row} is never closed`
      : code === 'CSV_MAX_RECORD_SIZE'
        ? `row ${row + 1} has more than ${recordCharsMax} characters`
        : message;
  return transferError(`${path} is not a valid CSV file: ${why}.`, '--csv');
}
