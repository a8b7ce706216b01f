import { type Static, Type } from '@sinclair/typebox';
import type { Condition } from '../../contract/fields/conditions.ts';
import { type FieldType, fieldTypes } from '../../contract/fields/field-types.ts';
import type { StringFormatName } from '../../contract/fields/string-formats.ts';
import { Nullable, Timestamp } from '../../contract/listing.ts';

/** A field definition as it is stored and served. */
export const Field = Type.Object(
  {
    key: Type.String(),
    label: Type.String(),
    type: Type.Union(fieldTypes.map((type) => Type.Literal(type))),
    options: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'Field', additionalProperties: false },
);

/** Options of all field types. Each type accepts only those that its kind declares. */
export interface FieldOptions {
  required?: boolean;
  help?: string;
  default?: unknown;
  /** Whether each locale has its own value. */
  localized?: boolean;
  /** False if an empty localized value is never replaced by that of another locale. */
  fallback?: boolean;
  /** Conditions that must all hold for the form to show the field. */
  show_if?: Condition[];
  /** The key of a group of the definition. */
  group?: string;
  width?: 'full' | 'half';
  /** Whether an empty field takes one line in the form. */
  collapse_empty?: boolean;
  min_length?: number;
  max_length?: number;
  unique?: boolean;
  format?: StringFormatName;
  /** The key of the field from which an empty slug is made. */
  source?: string;
  min?: number;
  max?: number;
  integer?: boolean;
  choices?: Choice[];
  max_items?: number;
  target?: string;
  /** MIME types and groups that a file field accepts. */
  accept?: string[];
  content_type?: string;
  /** Slugs of the blocks that a list accepts. */
  blocks?: string[];
  min_items?: number;
  /** The maximum number of blocks of each slug in one list. */
  max_of?: Record<string, number>;
}

export interface Choice {
  value: string;
  label: string;
}

export type Field = Omit<Static<typeof Field>, 'type' | 'options'> & {
  type: FieldType;
  options: FieldOptions;
  /** The key of the stored values, if it is not `key`. Never served. */
  storage_key?: string;
  /** The keys that the field had before, newest first. Never served. */
  former_keys?: string[];
};

/** A removed field whose values entries may still have. They are restored if the field is added again in time. */
export interface RemovedField
  extends
    Pick<Field, 'key' | 'type' | 'storage_key' | 'former_keys'>,
    Partial<Pick<Field, 'label' | 'options'>> {
  /** When the job clears the values; absent in rows from before values were kept. */
  kept_until?: Date;
  /** The values are given up: if the field is added again, it starts without values. */
  is_begun?: boolean;
  /** No index shows the values any more: no sort key, unique value, reference or use of a block. */
  is_detached?: boolean;
}

/** A referenced entry as it is served inside another entry, one level deep (specification: read-forms). */
export const ReferencedEntry = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    values: Type.Record(Type.String(), Type.Unknown()),
    published_at: Nullable(Timestamp),
    updated_at: Timestamp,
  },
  { additionalProperties: false },
);
