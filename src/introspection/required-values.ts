import type { TSchema } from '@sinclair/typebox';
import type { Field } from '../content/index.ts';
import type { JsonSchema } from './schema-book.ts';

/** Whether every entry needs a value. A form can hide a field with conditions, which may be empty then. */
export function isAlwaysRequired({ options }: Field): boolean {
  return options.required === true && options.show_if === undefined;
}

/** Adds to a document's schema that a required field accepts no empty value. */
export function withoutEmpty(schema: TSchema): TSchema {
  const documentKeys = schema['x-document'] as JsonSchema | undefined;
  if (schema['type'] === 'array') return { ...schema, 'x-document': { ...documentKeys, minItems: 1 } };
  if (schema['type'] !== 'string' || schema['enum'] !== undefined || documentKeys?.['anyOf'] !== undefined)
    return schema;
  return {
    ...schema,
    'x-document': { ...documentKeys, minLength: Math.max(1, Number(schema['minLength'] ?? 0)) },
  };
}
