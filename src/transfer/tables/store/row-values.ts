import { ApiError, apiError } from '../../../contract/errors/api-error.ts';
import { isSameJson } from '../../../contract/fields/json.ts';
import { type EntryRecord, type Field, sentValues, type TypeShape } from '../../../content/index.ts';
import { readCell } from '../read-cell.ts';
import type { RowValue, TableRow } from '../row.ts';
import { writeCell } from '../write-cell.ts';
import type { StoredEntries } from './stored-entries.ts';

type Values = Record<string, unknown>;

/**
 * The values of a row in their written form, without those that the draft of the entry already has. A cell that an export
 * of the entry would contain changes nothing, so an import of an export changes nothing.
 * @throws unknown_field, invalid_field_value: an error with all others
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
        changes[key] = withTargets(field, written(field, value), stored);
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

function written(field: Field, value: RowValue): unknown {
  return 'cell' in value ? readCell(field, value.cell) : value.value;
}

function isSame(field: Field, value: RowValue, current: unknown): boolean {
  return 'cell' in value ? value.cell === writeCell(field, current) : isSameJson(value.value, current);
}

/** The content type of a field for entries, which tables can name by unique values; null for other fields. */
function referencedType({ type, options }: Field): string | null {
  const isReference = type === 'reference' || type === 'reference_list';
  return isReference ? (options.content_type ?? null) : null;
}

function withTargets(field: Field, value: unknown, stored: StoredEntries): unknown {
  const slug = referencedType(field);
  if (slug === null) return value;
  const idOf = (item: unknown) => (typeof item === 'string' ? stored.targetOf(slug, item) : item);
  return Array.isArray(value) ? value.map(idOf) : idOf(value);
}

/** The texts by which rows name entries, by content type. */
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
      for (const text of [written(field, value)].flat()) if (typeof text === 'string') texts.add(text);
    }
    if (texts.size > 0) textsByType.set(slug, texts);
  }
  return textsByType;
}
