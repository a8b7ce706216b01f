import type { ApiError } from '../../contract/errors/api-error.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { keyOfColumn, type TableColumn } from '../../contract/tables/columns.ts';
import type { ItemResult } from '../load/schema.ts';

/** A value of a table: the text of a CSV cell, or a JSON value of an NDJSON line, as the API accepts it. */
export type RowValue = { cell: string } | { value: unknown };

/** One row of a table. */
export interface TableRow {
  /** The row number in a spreadsheet, where the header is row 1; in NDJSON, the line number. */
  row: number;
  id: string | null;
  status: string | null;
  publishedAt: string | null;
  /** By field key. */
  values: ReadonlyMap<string, RowValue>;
  /** Whether all cells are empty, so that the row changes nothing. */
  isBlank: boolean;
  /** Why the row can't be read; null if it can. */
  issue: ApiError | null;
}

/** Why a row is not stored; `column` is the header of the column, or null if the error is about the whole row. */
export interface RowError {
  row: number;
  column: string | null;
  code: string;
  message: string;
}

export interface RowOutcome {
  row: number;
  result: ItemResult;
  /** Several if several columns are wrong; empty unless the row failed. */
  errors: RowError[];
  /** The unique values of a created entry. */
  uniques: readonly string[];
}

/** Converts the cells of a record. */
export function rowOfCells(
  columns: readonly TableColumn[],
  { row, cells }: { row: number; cells: readonly string[] },
): TableRow {
  const values = new Map<string, RowValue>();
  const entryColumns: Record<string, string> = {};
  for (const [i, { field }] of columns.entries()) {
    if (field === null) continue;
    const key = keyOfColumn(field);
    const cell = cells[i] ?? '';
    if (key === null) entryColumns[field] = cell.trim();
    else values.set(key, { cell });
  }
  return {
    row,
    id: entryColumns['id'] || null,
    status: entryColumns['status']?.toLowerCase() || null,
    publishedAt: entryColumns['published_at'] || null,
    values,
    isBlank: cells.every((cell) => cell.trim() === ''),
    issue: cellCountIssue(columns.length, cells),
  };
}

/** A row with fewer cells than columns is damaged, since empty cells clear values. */
function cellCountIssue(columnCount: number, cells: readonly string[]): ApiError | null {
  const hasMore = cells.slice(columnCount).some((cell) => cell !== '');
  if (cells.length >= columnCount && !hasMore) return null;
  const why = `the header has ${columnCount} columns, and this row has ${cells.length} cells`;
  return apiError('invalid_field_value', { name: 'row', why });
}

const lineKeys = ['id', 'status', 'published_at', 'created_at', 'updated_at', 'values'];

/** Converts a line of NDJSON: `{"id", "status", "published_at", "values"}`. */
export function rowOfLine(
  { row, text }: { row: number; text: string },
  { map, skip }: { map: ReadonlyMap<string, string>; skip: ReadonlySet<string> },
): TableRow {
  const { line, issue } = parseLine(text);
  const usedLine = Object.fromEntries(Object.entries(line).filter(([key]) => !skip.has(key)));
  const { id = null, status = null, published_at: publishedAt = null } = usedLine;
  const values = new Map<string, RowValue>();
  for (const [key, value] of Object.entries(line['values'] ?? {}))
    if (!skip.has(key)) values.set(map.get(key) ?? key, { value });
  return {
    row,
    id: textOf(id),
    status: textOf(status),
    publishedAt: textOf(publishedAt),
    values,
    isBlank: false,
    issue,
  };
}

function textOf(value: unknown): string | null {
  return value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);
}

function parseLine(text: string): { line: Record<string, unknown>; issue: ApiError | null } {
  const line = parseObject(text);
  if (line === null) {
    const why = 'it is not a JSON object';
    return { line: {}, issue: apiError('invalid_field_value', { name: 'line', why }) };
  }
  if (text.includes('\\u') && hasUncleanText(line)) {
    const why = 'it contains U+0000 or half of a surrogate pair';
    return { line: {}, issue: apiError('invalid_field_value', { name: 'line', why }) };
  }
  const name = Object.keys(line).find((key) => !lineKeys.includes(key));
  if (name !== undefined)
    return { line, issue: apiError('unknown_field', { name }, { param: name, available_fields: lineKeys }) };
  const { values = {} } = line;
  const isObject = typeof values === 'object' && values !== null && !Array.isArray(values);
  if (isObject) return { line, issue: null };
  const why = 'it must be an object keyed by field';
  const issue = apiError('invalid_field_value', { name: 'values', why }, { param: 'values' });
  return { line: { ...line, values: {} }, issue };
}

/** Whether a text contains U+0000 or half of a surrogate pair, which the API rejects in requests too. */
function hasUncleanText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, item]) => hasUncleanText(key) || hasUncleanText(item));
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
