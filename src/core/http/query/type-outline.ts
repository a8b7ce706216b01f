import type { Operator } from '../../../contract/fields/field-types.ts';

/** A content type as far as error messages name it. */
export interface TypeOutline {
  kind: 'singleton' | 'collection';
  fields: readonly { key: string; operators: readonly Operator[] }[];
  /** The key of the field that names an entry. */
  displayField: string | null;
}
