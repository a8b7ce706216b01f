import type { TSchema } from '@sinclair/typebox';
import { commonOptions } from './definition.ts';
import { kinds } from './kinds.ts';
import type { FieldType } from './schema.ts';

export { keyPattern, readDefinition } from './definition.ts';
export { badValue, type Facet, type FieldKind, jsonType, type ValueLink, type ValueWarning } from './kind.ts';
export { kindOf } from './kinds.ts';
export { fitsTarget } from './kinds/links.ts';

/** The filter operators of every type, for introspection. */
export function operatorsByType(): Record<FieldType, readonly string[]> {
  return Object.fromEntries(kinds.map((kind) => [kind.type, kind.operators])) as Record<
    FieldType,
    readonly string[]
  >;
}

/** Every option of a field definition by name; which of them a field takes is its type's business. */
export function fieldOptions(): Record<string, TSchema> {
  return Object.assign({}, commonOptions, ...kinds.map(({ options }) => options)) as Record<string, TSchema>;
}

/** The types whose fields lists can be sorted by, for introspection. */
export function sortableTypes(): FieldType[] {
  return kinds.filter((kind) => kind.sortKey !== undefined).map((kind) => kind.type);
}
