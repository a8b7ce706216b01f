import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { isSameJson } from '../../../contract/fields/json.ts';
import { type EntryRecord, type Field, sentValues, type TypeShape } from '../../../content/index.ts';
import { readCell } from '../read-cell.ts';
import type { RowValue, TableRow } from '../row.ts';
import { writeCell } from '../write-cell.ts';
import type { StoredEntries } from './stored-entries.ts';

type Values = Record<string, unknown>;

/**
 * The values of a row as the API accepts them, without those that the draft of the entry already has. A cell that equals
 * the exported one is omitted, so importing an export changes nothing.
 * @throws unknown_field, invalid_field_value: the first error of the row, with all its errors in `others`
 */
export function changedValues(
  { values }: TableRow,
  { type, entry, stored }: { type: TypeShape; entry: EntryRecord | null; stored: StoredEntries },
): Values {
  const current = entry === null ? null : sentValues(type, entry.draft);
  const changes: Values = {};
  const errors: ApiError[] = [];
  for (const [key, value] of values) {
    const field = type.fields.find((each) => each.key === key);
    if (field === undefined) errors.push(unknownField(type, key));
    else if (current === null || !isSame(field, value, current[key] ?? null)) {
      try {
        changes[key] = withEntryIds(field, writtenForm(field, value), stored);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        errors.push(error);
      }
    }
  }
  const [first] = errors;
  if (first !== undefined) throw new ApiError(first.code, first.message, first.hints, errors);
  return changes;
}

function unknownField({ fields }: TypeShape, name: string): ApiError {
  return apiError('unknown_field', { name }, { param: name, available_fields: fields.map(({ key }) => key) });
}

/** A value as the API accepts it. @throws invalid_field_value for an invalid cell */
function writtenForm(field: Field, value: RowValue): unknown {
  return 'cell' in value ? readCell(field, value.cell) : value.value;
}

function isSame(field: Field, value: RowValue, current: unknown): boolean {
  return 'cell' in value ? value.cell === writeCell(field, current) : isSameJson(value.value, current);
}

/** The slug of the content type that a reference field refers to; null for other fields. */
function referencedType({ type, options }: Field): string | null {
  const isReference = type === 'reference' || type === 'reference_list';
  return isReference ? (options.content_type ?? null) : null;
}

/** Replaces the unique values by which references name entries with ids. */
function withEntryIds(field: Field, value: unknown, stored: StoredEntries): unknown {
  const slug = referencedType(field);
  if (slug === null) return value;
  const idOf = (item: unknown) => (typeof item === 'string' ? stored.targetOf(slug, item) : item);
  return Array.isArray(value) ? value.map(idOf) : idOf(value);
}

/** The texts in the reference fields of rows, by the content type that they refer to. */
export function namedTargets(
  { fields }: TypeShape,
  rows: readonly TableRow[],
): Map<string, ReadonlySet<string>> {
  const textsByType = new Map<string, Set<string>>();
  for (const field of fields) {
    const slug = referencedType(field);
    if (slug === null) continue;
    const texts = textsByType.get(slug) ?? new Set();
    for (const { values } of rows) {
      const value = values.get(field.key);
      if (value === undefined) continue;
      for (const text of [writtenForm(field, value)].flat()) if (typeof text === 'string') texts.add(text);
    }
    if (texts.size > 0) textsByType.set(slug, texts);
  }
  return textsByType;
}
