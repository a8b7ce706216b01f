import type { TSchema } from '@sinclair/typebox';
import type { FieldType, FieldTypeFacts } from '../../contract/fields/field-types.ts';
import type { TargetKind } from '../../contract/fields/links.ts';
import { apiError, type ApiError } from '../../contract/errors/api-error.ts';
import type { HtmlTargets } from '../richtext/html/targets.ts';
import type { Field } from './schema.ts';

/** A value in the form in which filters compare it: folded text, number, boolean, date or id. */
export type Facet = string | number | boolean | Date;

/** An id inside a value, and the kind of target that its position accepts. */
export interface ValueLink {
  id: string;
  expected: TargetKind;
  /** Set if a rich text links to the asset as a file, not as an image. */
  isFile?: true;
  contentType?: string | undefined;
  /** The path of the id inside the entry's values. */
  param: string;
  /** The field whose value the id is, and whether it is one of a list; absent for ids in rich text. */
  field?: { name: string; isList: boolean; isFile?: true | undefined };
  /** MIME types and groups that the position accepts; undefined for any file. */
  accept?: readonly string[] | undefined;
  /** The block that contains the id; undefined outside of blocks, and if the block was sent without an id. */
  blockId?: string | undefined;
}

/** A warning about a value that was stored in a simpler form. */
export interface ValueWarning {
  code: string;
  message: string;
  param: string;
}

/** The field whose value is read, and the path of the value for errors. */
export interface FieldInput {
  field: Field;
  at: string;
  warn(warning: ValueWarning): void;
  /** Recognizes URLs of the project in Markdown and HTML; absent where only stored values are read. */
  targets?: HtmlTargets;
}

/** All properties of one field type. To add a field type, add one of these. */
export interface FieldKind extends FieldTypeFacts {
  readonly type: FieldType;
  /** Options of this type, without the common ones (`required`, `help` and `default`). */
  readonly options: Readonly<Record<string, TSchema>>;
  /** Options that a definition must have. */
  readonly neededOptions?: readonly string[];
  /** Converts options to the served form, or returns why they contradict each other. */
  normalizeOptions?(
    options: Record<string, unknown>,
  ): { options: Record<string, unknown> } | { why: string; at: string };
  /** Checks a written value that is not null and returns its stored form. @throws ApiError with `param` */
  read(value: unknown, reading: FieldInput): unknown;
  /** The form in which a stored value is sent and served. Absent if it is stored in that form. */
  sent?(stored: unknown): unknown;
  /** Normalizes a value that may be older than the rule that texts are NFC. Absent if the type has no texts. */
  normalize?(value: unknown): unknown;
  /** Whether a stored value counts as empty for a required field. */
  isEmpty(value: unknown): boolean;
  /** The stored value as filters compare it; several for lists. Absent if the type has only the operator `is_null`. */
  facets?(value: unknown): readonly Facet[];
  /** Parts of a stored value by which filters find it, each in a row of its own. */
  parts?(value: unknown): Readonly<Record<string, Facet>>;
  /** Reads one value of a `where` parameter; null if it has the wrong type. @throws ApiError with `param` */
  parseFilter?(text: string, field: Field, param: string): { facet: Facet; exact?: string } | null;
  /** The stored form of a text that `eq`, `ne` and `in` compare. Absent if it is the text itself. */
  wholeText?(text: string, field: Field): string;
  /** The path below the stored value that a filter compares. Absent if it compares the value itself. */
  readonly filterPath?: string;
  /** The `expected` hint of the error for a filter value that can't be read. */
  readonly filterExpects?: string;
  /** `filterExpects` with an example, for the message of the error. */
  readonly filterExample?: string;
  /** The stored value as lists sort it. Every sortable type has it. */
  sortKey?(value: unknown): Facet;
  links?(value: unknown, field: Field, at: string): readonly ValueLink[];
  /** JSON Schema of the served value, without null. */
  served(field: Field): TSchema;
  /** JSON Schema of the written value, without null, for documents only: `read` is the check. */
  written(field: Field): TSchema;
}

/** The error for a value that its field rejects (specification: errors). */
export function badValue({ field, at }: FieldInput, expected: string, got: string): ApiError {
  return apiError(
    'invalid_field_value',
    { name: field.key, why: `it must be ${expected}` },
    { param: at, expected, got },
  );
}
