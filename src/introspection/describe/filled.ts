import type { TSchema } from '@sinclair/typebox';
import type { JsonSchema } from '../schema-book.ts';

/** Documents also say that a required field takes nothing empty. */
export function filled(written: TSchema): TSchema {
  const told = written['x-document'] as JsonSchema | undefined;
  if (written['type'] === 'array') return { ...written, 'x-document': { ...told, minItems: 1 } };
  if (written['type'] !== 'string' || written['enum'] !== undefined || told?.['anyOf'] !== undefined)
    return written;
  return { ...written, 'x-document': { ...told, minLength: Math.max(1, Number(written['minLength'] ?? 0)) } };
}
