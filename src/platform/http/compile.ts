import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject } from 'ajv';

/** A check that narrows; `errors` holds the faults of the last call. */
export interface Check<T extends TSchema> {
  (value: unknown): value is Static<T>;
  errors?: ErrorObject[] | null;
}

const options = {
  allErrors: true,
  verbose: true, // faults carry their schema, which says in words what was expected
  ownProperties: true,
  strict: true,
  strictTuples: false,
  allowUnionTypes: true,
} as const;
const readers = {
  /** Query, path and environment: "5" becomes 5, defaults are filled in. */
  text: new Ajv({ ...options, coerceTypes: true, useDefaults: true }),
  /** JSON bodies and answers: nothing is converted. */
  json: new Ajv(options),
};
for (const ajv of Object.values(readers)) {
  ajv.addFormat('uri', (text: string) => URL.canParse(text));
  ajv.addKeyword('x-secret');
  ajv.addKeyword('x-item');
  ajv.addKeyword('x-needs');
}

/**
 * A check by a TypeBox; the reader decides whether texts are converted. It is compiled when it is first asked: most of a
 * start would go into the checks of some three hundred endpoints, of which a process may never be asked for half.
 */
export function compile<T extends TSchema>(schema: T, reader: keyof typeof readers): Check<T> {
  let compiled: Check<T> | null = null;
  const check: Check<T> = (value): value is Static<T> => {
    compiled ??= readers[reader].compile<Static<T>>(withoutIds(schema) as T);
    const isValid = compiled(value);
    check.errors = compiled.errors ?? null;
    return isValid;
  };
  return check;
}

/** `$id` names a schema for documents; here one schema may stand inside several others. */
function withoutIds(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)));
}
