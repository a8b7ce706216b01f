import { parse } from 'csv-parse/sync';
import { CsvError } from 'csv-parse';
import { detectDelimiter, guardFormula, unguardFormula } from '../../../contract/tables/text.ts';
import { csvLine } from '../../tables/csv-line.ts';
import { recordCharsMax } from '../../tables/files/lines.ts';
import type { Unit } from '../units.ts';
import { type FileHead, fileError, type FileUnit, revisionOf, type TextsFile } from './file-unit.ts';

const columns = ['unit', 'locale', 'source', 'translation', 'source_revision', 'hash'] as const;
type Column = (typeof columns)[number];

/** A CSV file. Its byte order mark makes spreadsheets read it as UTF-8. */
export async function* csvFile({ locale }: FileHead, units: AsyncIterable<Unit>): AsyncGenerator<string> {
  yield `\ufeff${csvLine(columns)}`;
  for await (const { id, source, translation, revision, hash } of units)
    yield csvLine([id, locale, guardFormula(source), guardFormula(translation), String(revision), hash]);
}

/** @throws invalid_parameter for damaged files, missing columns, and rows of several locales */
export function readTable(text: string): TextsFile {
  const [header = [], ...rows] = parseCsv(text);
  const missing = columns.filter((name) => name !== 'source' && !header.includes(name));
  if (missing.length > 0)
    throw fileError(
      `The file is neither XLIFF nor JSON, and no CSV file of texts: it has no column ${missing.join(', ')}.`,
    );
  const cellOf = (row: readonly string[], name: Column) => row[header.indexOf(name)] ?? '';
  const locales = new Set(rows.map((row) => cellOf(row, 'locale').trim()));
  const [locale = ''] = locales;
  if (locales.size > 1)
    throw fileError(`The rows name several locales: ${[...locales].slice(0, 5).join(', ')}.`);
  if (locale === '') throw fileError('The file names no locale.');
  const units = rows.map((row): FileUnit => ({
    id: cellOf(row, 'unit').trim(),
    translation: unguardFormula(cellOf(row, 'translation')),
    revision: revisionOf(cellOf(row, 'source_revision').trim()),
    hash: cellOf(row, 'hash').trim() || null,
    isBroken: false,
  }));
  return { locale, units };
}

function parseCsv(text: string): string[][] {
  try {
    return parse(text, {
      delimiter: detectDelimiter(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: recordCharsMax,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fileError(`The file is neither XLIFF nor JSON, and no CSV file: ${error.message}.`);
  }
}
