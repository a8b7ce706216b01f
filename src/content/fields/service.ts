import type { TSchema } from '@sinclair/typebox';
import { commonOptions } from './definition.ts';
import { fieldKinds } from './kinds.ts';

/** Every option of a field definition by name; which of them a field takes is its type's business. */
export function fieldOptions(): Record<string, TSchema> {
  return Object.assign({}, commonOptions, ...fieldKinds.map(({ options }) => options)) as Record<
    string,
    TSchema
  >;
}
