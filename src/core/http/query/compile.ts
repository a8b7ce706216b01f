import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type KeywordDefinition, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { toNfc } from '../../../contract/text/nfc.ts';

/** A type guard that stops at the first error. */
export interface Check<T extends TSchema> {
  (value: unknown): value is Static<T>;
  /** The errors of an invalid value, in the order of the schema: all of them, or only the first of a large value. */
  errors(value: unknown): ErrorObject[];
}

/** If a body contains more values than this, only its first error is reported. Real bodies have hundreds. */
const valuesMax = 5_000;

const options = {
  verbose: true, // errors contain their schema, whose text says what was expected
  ownProperties: true,
  strict: true,
  strictTuples: false,
  allowUnionTypes: true,
} as const;
/** Query, path and environment: "5" becomes 5, and defaults are filled in. */
const textOptions = { ...options, coerceTypes: true, useDefaults: true } as const;
/** `text` and `body` normalize texts marked `x-nfc` in place; `json` converts nothing. */
const readers = {
  text: { first: new Ajv(textOptions), all: new Ajv({ ...textOptions, allErrors: true }) },
  body: { first: new Ajv(options), all: new Ajv({ ...options, allErrors: true }) },
  json: { first: new Ajv(options), all: new Ajv({ ...options, allErrors: true }) },
};
/** Lengths count after the normalization. */
const nfcKeyword: KeywordDefinition = {
  keyword: 'x-nfc',
  type: 'string',
  before: 'maxLength',
  modifying: true,
  errors: false,
  validate(_: unknown, text: string, __?: unknown, at?: DataValidationCxt) {
    if (at !== undefined) at.parentData[at.parentDataProperty] = toNfc(text);
    return true;
  },
};
for (const [reader, { first, all }] of Object.entries(readers)) {
  for (const ajv of [first, all]) {
    ajv.addKeyword(reader === 'json' ? 'x-nfc' : nfcKeyword);
    ajv.addFormat('uri', (text: string) => URL.canParse(text));
    ajv.addKeyword('x-secret');
    ajv.addKeyword('x-item');
    ajv.addKeyword('x-operation');
    ajv.addKeyword('x-needs');
    ajv.addKeyword('x-document');
  }
}

/** The checks of a process, which several services in it share. */
const checks = new WeakMap<TSchema, Partial<Record<keyof typeof readers, Check<TSchema>>>>();

/**
 * The check of a schema. It is compiled on first use, because compiling the schemas of all 300 endpoints would take most
 * of a start.
 */
export function compile<T extends TSchema>(schema: T, reader: keyof typeof readers): Check<T> {
  const byReader = checks.get(schema) ?? {};
  checks.set(schema, byReader);
  return (byReader[reader] ??= newCheck(schema, reader)) as Check<T>;
}

function newCheck(schema: TSchema, reader: keyof typeof readers): Check<TSchema> {
  const { first, all } = readers[reader];
  const plain = lazy(() => withoutIds(schema) as TSchema);
  const stopping = lazy(() => first.compile(plain()));
  const collecting = lazy(() => all.compile(plain()));
  const levels = lazy(() => levelsOf(plain()));

  const check = (value: unknown): value is unknown => {
    const validate = stopping();
    const isValid = validate(value);
    validate.errors = null; // would keep the value in memory until the next error
    return isValid;
  };
  const errors = (value: unknown) => {
    const isSmall = isWithin(value, levels(), valuesMax);
    return errorsBy(isSmall ? collecting() : stopping(), value);
  };
  return Object.assign(check, { errors });
}

function errorsBy(validate: ValidateFunction, value: unknown): ErrorObject[] {
  validate(value);
  const errors = validate.errors ?? [];
  validate.errors = null;
  return errors;
}

function lazy<T>(compute: () => T): () => T {
  let result: { value: T } | null = null;
  return () => (result ??= { value: compute() }).value;
}

/** `$id` names a schema in the OpenAPI document. Ajv rejects the same id in two schemas, so it is removed. */
function withoutIds(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)));
}

/** The number of levels of a value that a schema describes: 1 for a text, 2 for a list of texts. */
function levelsOf(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const { properties, patternProperties, items, additionalProperties, anyOf, allOf } = schema as TSchema;
  const children = [items, additionalProperties, ...valuesOf(properties), ...valuesOf(patternProperties)];
  const alternatives = [...valuesOf(anyOf), ...valuesOf(allOf)];
  return Math.max(1 + Math.max(0, ...children.map(levelsOf)), ...alternatives.map(levelsOf));
}

function valuesOf(part: unknown): unknown[] {
  return typeof part === 'object' && part !== null ? Object.values(part) : [];
}

/** Whether the first levels contain at most `maxCount` values. Stops counting there. */
function isWithin(value: unknown, levels: number, maxCount: number): boolean {
  let level = [value];
  let remainingCount = maxCount;
  for (let depth = 1; depth < levels; depth += 1) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      remainingCount -= Array.isArray(item) ? item.length : Object.keys(item).length;
      if (remainingCount < 0) return false;
      below.push(...valuesOf(item));
    }
    level = below;
  }
  return true;
}
