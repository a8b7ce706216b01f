/** Columns of tables and the fields to which they belong. */

/** Columns that describe the entry itself. A field with such a key is named `values.status`. */
export const entryColumns = ['id', 'status', 'published_at'] as const;
export type EntryColumn = (typeof entryColumns)[number];

/** Columns of exports that imports ignore. */
export const ignoredColumns: readonly string[] = ['created_at', 'updated_at'];

const fieldPrefix = 'values.';

/** A column of a table. `field` is an `EntryColumn`, the name of a field, or null for a column that is skipped. */
export interface TableColumn {
  name: string;
  field: string | null;
}

/** The part of a field that headers name. */
export interface NamedField {
  readonly key: string;
  readonly label: string;
}

/** The name of a field in headers: its key, or `values.status` for a field whose key is that of an entry column. */
export function columnOfField({ key }: NamedField): string {
  return isEntryColumn(key) || ignoredColumns.includes(key) ? `${fieldPrefix}${key}` : key;
}

export function isEntryColumn(name: string): name is EntryColumn {
  return (entryColumns as readonly string[]).includes(name);
}

/** The key of the field that a column names; null for a column of the entry itself. */
export function keyOfColumn(name: string): string | null {
  if (isEntryColumn(name)) return null;
  return name.startsWith(fieldPrefix) ? name.slice(fieldPrefix.length) : name;
}

/** What a header belongs to: a column or field, nothing because exports have it for people, or several fields. */
export type HeaderMatch = { field: string } | 'ignored' | 'ambiguous' | null;

/** Finds the column of a header by key, then by label; case and surrounding blanks are ignored. */
export function matchHeader(header: string, fields: readonly NamedField[]): HeaderMatch {
  const name = folded(header);
  if (isEntryColumn(name)) return { field: name };
  if (ignoredColumns.includes(name)) return 'ignored';
  const exact = fields.find((field) => [field.key, columnOfField(field)].includes(header.trim()));
  if (exact !== undefined) return { field: columnOfField(exact) };
  const byKey = fields.filter((field) => [field.key, columnOfField(field)].map(folded).includes(name));
  const matches = byKey.length > 0 ? byKey : fields.filter(({ label }) => folded(label) === name);
  const [match] = matches;
  if (match === undefined) return null;
  return matches.length === 1 ? { field: columnOfField(match) } : 'ambiguous';
}

function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Why columns can't be imported. */
export type ColumnProblem =
  | { code: 'unknown'; name: string }
  | { code: 'ambiguous'; name: string }
  | { code: 'unknown_target'; name: string; field: string }
  | { code: 'unknown_header'; name: string }
  | { code: 'repeated'; name: string; field: string };

export interface ColumnChoices {
  /** The fields of columns by their headers. */
  map: ReadonlyMap<string, string>;
  /** The headers of columns that are not imported. */
  skip: ReadonlySet<string>;
}

/** Decides what each column of a table is imported into. Empty headers are skipped. */
export function matchColumns(
  headers: readonly string[],
  fields: readonly NamedField[],
  { map, skip }: ColumnChoices,
): { columns: TableColumn[]; problems: ColumnProblem[] } {
  const problems: ColumnProblem[] = [...map.keys(), ...skip]
    .filter((name) => !headers.some((header) => folded(header) === folded(name)))
    .map((name) => ({ code: 'unknown_header', name }));
  const fieldByHeader = new Map([...map].map(([name, field]) => [folded(name), field]));
  const skippedHeaders = new Set([...skip].map(folded));
  const columns = headers.map((name): TableColumn => {
    if (folded(name) === '' || skippedHeaders.has(folded(name))) return { name, field: null };
    const target = fieldByHeader.get(folded(name));
    const match = matchHeader(target ?? name, fields);
    if (match !== null && typeof match === 'object') return { name, field: match.field };
    if (match === 'ignored') return { name, field: null };
    if (match === 'ambiguous') problems.push({ code: 'ambiguous', name });
    else if (target !== undefined) problems.push({ code: 'unknown_target', name, field: target });
    else problems.push({ code: 'unknown', name });
    return { name, field: null };
  });
  const usedFields = new Set<string>();
  for (const { name, field } of columns) {
    if (field !== null && usedFields.has(field)) problems.push({ code: 'repeated', name, field });
    if (field !== null) usedFields.add(field);
  }
  return { columns, problems };
}
