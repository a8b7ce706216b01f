import type { TSchema } from '@sinclair/typebox';
import type { FieldType, FieldTypeFacts } from '../../contract/fields/field-types.ts';
import type { TargetKind } from '../../contract/fields/links.ts';
import { apiError, type ApiError } from '../../contract/errors/api-error.ts';
import type { Field } from './schema.ts';

/** A value in the form in which filters compare it: folded text, number, boolean, date or id. */
export type Facet = string | number | boolean | Date;

/** An id inside a value, and what its place takes. */
export interface ValueLink {
  id: string;
  expected: TargetKind;
  /** Whether a text links the asset as a file. */
  isFile?: true;
  contentType?: string | undefined;
  /** The path of the place inside the entry's values. */
  param: string;
  /** The field whose value the id is, and whether it is one of a list; absent for ids in rich text. */
  field?: { name: string; isList: boolean };
  /** The block that holds it; undefined outside of blocks, and where a block was sent without its id. */
  blockId?: string | undefined;
}

/** A remark on a value that was accepted in a simpler form. */
export interface ValueWarning {
  code: string;
  message: string;
  param: string;
}

/** Where a value is being read: its field, the path for errors, and a place for remarks. */
export interface FieldInput {
  field: Field;
  at: string;
  warn(warning: ValueWarning): void;
}

/** All properties of one field type; adding a type is adding one of these. */
export interface FieldKind extends FieldTypeFacts {
  readonly type: FieldType;
  /** Own options beside `required`, `help` and `default`. */
  readonly options: Readonly<Record<string, TSchema>>;
  /** Options without which the definition is refused. */
  readonly neededOptions?: readonly string[];
  /** Brings options to the served form and refuses those that contradict each other with a sentence. */
  normalizeOptions?(
    options: Record<string, unknown>,
  ): { options: Record<string, unknown> } | { why: string; at: string };
  /** Checks a written value that is not null and gives its stored form. @throws problems with `param` */
  read(value: unknown, reading: FieldInput): unknown;
  /** Brings a value that may be from before texts were normalized to NFC; absent where nothing is normalized. */
  normalize?(value: unknown): unknown;
  /** Whether a stored value counts as empty for a required field. */
  isEmpty(value: unknown): boolean;
  /** The stored value as filters compare it; several for lists. Absent: only `is_null` is asked of this type. */
  facets?(value: unknown): readonly Facet[];
  /** Reads one value of a `where` parameter, null when it is of the wrong type. @throws problems with `param` */
  parseFilter?(text: string, field: Field, param: string): { facet: Facet; exact?: string } | null;
  /** Where below the stored value a filter finds what it compares; the value itself when absent. */
  readonly filterPath?: string;
  /** What `expected` says of a filter value that could not be read. */
  readonly filterExpects?: string;
  /** The same with an example, for the message of the error. */
  readonly filterExample?: string;
  /** The stored value as lists sort it; there for every type that is sortable. */
  sortKey?(value: unknown): Facet;
  /** Ids inside a stored value. */
  links?(value: unknown, field: Field, at: string): readonly ValueLink[];
  /** JSON Schema of the served value, null aside. */
  served(field: Field): TSchema;
  /** JSON Schema of the written value, null aside; `read` is the check. */
  written(field: Field): TSchema;
}

/** A refused value: what the field takes and what was sent (specification: errors). */
export function badValue({ field, at }: FieldInput, expected: string, got: string): ApiError {
  return apiError(
    'invalid_field_value',
    { name: field.key, why: `it must be ${expected}` },
    { param: at, expected, got },
  );
}
