import type { Operator } from '../../../contract/fields/field-types.ts';

/** The parts of a content type that error messages name. */
export interface TypeOutline {
  kind: 'singleton' | 'collection';
  fields: readonly { key: string; operators: readonly Operator[] }[];
  /** The key of the field that names an entry. */
  displayField: string | null;
}
