import type { TSchema } from '@sinclair/typebox';
import type { Field } from '../../content/index.ts';
import type { JsonSchema } from '../schema-book.ts';

/** Whether every entry needs a value. A form can hide a field with conditions, which may be empty then. */
export function isAlwaysRequired({ options }: Field): boolean {
  return options.required === true && options.show_if === undefined;
}

/** Documents also say that a required field takes nothing empty. */
export function filled(written: TSchema): TSchema {
  const told = written['x-document'] as JsonSchema | undefined;
  if (written['type'] === 'array') return { ...written, 'x-document': { ...told, minItems: 1 } };
  if (written['type'] !== 'string' || written['enum'] !== undefined || told?.['anyOf'] !== undefined)
    return written;
  return { ...written, 'x-document': { ...told, minLength: Math.max(1, Number(written['minLength'] ?? 0)) } };
}
