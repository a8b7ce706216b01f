import { parse } from 'csv-parse/sync';
import { CsvError } from 'csv-parse';
import { detectDelimiter, guardFormula, unguardFormula } from '../../../contract/tables/text.ts';
import { csvLine } from '../../tables/csv-line.ts';
import { recordCharsMax } from '../../tables/files/lines.ts';
import type { Unit } from '../units.ts';
import { type FileHead, fileError, type FileUnit, revisionOf, type TextsFile } from './file-unit.ts';

const columns = ['unit', 'locale', 'source', 'translation', 'source_revision', 'hash'] as const;
type Column = (typeof columns)[number];

/** Writes a CSV file. Its byte order mark makes spreadsheets read it as UTF-8. */
export async function* writeCsv({ locale }: FileHead, units: AsyncIterable<Unit>): AsyncGenerator<string> {
  yield `\ufeff${csvLine(columns)}`;
  for await (const { id, source, translation, revision, hash } of units)
    yield csvLine([id, locale, guardFormula(source), guardFormula(translation), String(revision), hash]);
}

/** @throws invalid_parameter for damaged files, missing columns, and rows of several locales */
export function readCsv(text: string): TextsFile {
  const [header = [], ...rows] = parseCsv(text);
  const missingColumns = columns.filter((name) => name !== 'source' && !header.includes(name));
  if (missingColumns.length > 0)
    throw fileError(
      `The file is not XLIFF, JSON or a CSV file of translations: it has no column ${missingColumns.join(', ')}.`,
    );
  const cellOf = (row: readonly string[], name: Column) => row[header.indexOf(name)] ?? '';
  const locales = new Set(rows.map((row) => cellOf(row, 'locale').trim()));
  const [locale = ''] = locales;
  if (locales.size > 1)
    throw fileError(
      `The rows have several locales: ${[...locales].slice(0, 5).join(', ')}. Import a file for each locale.`,
    );
  if (locale === '') throw fileError('The file has no locale. Export the texts again.');
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
    throw fileError(`The file is not valid XLIFF, JSON or CSV: ${error.message}.`);
  }
}
