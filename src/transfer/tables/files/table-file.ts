import { apiError } from '../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../contract/errors/suggest.ts';
import {
  type ColumnChoices,
  columnOfField,
  type ColumnProblem,
  keyOfColumn,
  matchColumns,
  matchHeader,
  type TableColumn,
} from '../../../contract/tables/columns.ts';
import type { TypeShape } from '../../../content/index.ts';
import { transferError } from '../../transfer-error.ts';
import type { TableFormat } from '../export-table.ts';
import { rowOfCells, rowOfLine, type TableRow } from '../row.ts';
import { readCsv } from './csv.ts';
import { readNumberedLines } from './lines.ts';

/** Which file to read, and how. */
export interface TableFileOptions {
  path: string;
  format: TableFormat;
  choices: ColumnChoices;
  delimiter: string | null;
  encoding: string | null;
}

/** A file that was read once and is valid. */
export interface TableFile {
  /** Number of rows, without the header. */
  total: number;
  /** Whether a row can have a value of the field. */
  readonly hasField: (key: string) => boolean;
  /** The header of the column of a field. */
  readonly columnOf: (field: string) => string;
  readonly rows: () => AsyncIterable<TableRow>;
}

/** Reads a file once, so that nothing is stored from a file that can't be read. @throws invalid_parameter, unknown_field */
export function openTableFile(type: TypeShape, options: TableFileOptions): Promise<TableFile> {
  return options.format === 'csv' ? openCsv(type, options) : openLines(type, options);
}

async function openCsv(type: TypeShape, options: TableFileOptions): Promise<TableFile> {
  const { path, delimiter, encoding } = options;
  const records = () => readCsv({ path, delimiter, encoding });
  let columns: TableColumn[] | null = null;
  let total = -1;
  for await (const { cells } of records()) {
    columns ??= columnsOf(cells, type, options);
    total += 1;
  }
  if (columns === null) throw transferError(`${path} is empty. Its first row names the columns.`, '--csv');
  const columnsOfFile = columns;
  return {
    total,
    hasField: (key) => columnsOfFile.some(({ field }) => field !== null && keyOfColumn(field) === key),
    columnOf: (field) =>
      columnsOfFile.find(
        (column) => column.field !== null && (keyOfColumn(column.field) ?? column.field) === field,
      )?.name ?? field,
    async *rows() {
      let isHeader = true;
      for await (const record of records()) {
        if (!isHeader) yield rowOfCells(columnsOfFile, record);
        isHeader = false;
      }
    },
  };
}

async function openLines(type: TypeShape, options: TableFileOptions): Promise<TableFile> {
  const { path, encoding } = options;
  const { map, skip } = options.choices;
  const keys = new Map([...map].map(([name, field]) => [name, mappedKey(type, name, field)]));
  let total = 0;
  for await (const _line of readNumberedLines(path, encoding)) total += 1;
  return {
    total,
    hasField: () => true,
    columnOf: (field) => [...keys].find(([, key]) => key === field)?.[0] ?? field,
    async *rows() {
      for await (const line of readNumberedLines(path, encoding)) yield rowOfLine(line, { map: keys, skip });
    },
  };
}

/** The key of the field that `--map name=field` names. @throws unknown_field */
function mappedKey(type: TypeShape, name: string, field: string): string {
  const match = matchHeader(field, type.fields);
  const key = match !== null && typeof match === 'object' ? keyOfColumn(match.field) : null;
  if (key === null) throw problemError(type, { code: 'unknown_target', name, field });
  return key;
}

/** @throws unknown_field, invalid_parameter */
function columnsOf(
  headers: readonly string[],
  type: TypeShape,
  { choices }: TableFileOptions,
): TableColumn[] {
  const { columns, problems } = matchColumns(headers, type.fields, choices);
  const [problem] = problems;
  if (problem !== undefined) throw problemError(type, problem);
  return columns;
}

function problemError(type: TypeShape, problem: ColumnProblem) {
  const { name } = problem;
  switch (problem.code) {
    case 'unknown': {
      const names = type.fields.map(columnOfField);
      return apiError(
        'unknown_field',
        { name },
        { param: name, did_you_mean: didYouMean(name, names), available_fields: names },
      );
    }
    case 'unknown_target':
      return apiError(
        'unknown_field',
        { name: problem.field },
        { param: '--map', available_fields: type.fields.map(columnOfField) },
      );
    case 'ambiguous':
      return transferError(
        `The column "${name}" is the label of several fields. Say which with --map "${name}=field".`,
        '--map',
      );
    case 'repeated':
      return transferError(
        `Two columns belong to ${problem.field}; one of them is "${name}". Omit one with --skip or choose another field with --map.`,
        '--map',
      );
    case 'unknown_header':
      return transferError(`The file has no column "${name}".`, '--map');
  }
}
