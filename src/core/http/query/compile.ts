import type { Static, TSchema } from '@sinclair/typebox';
import { Ajv, type ErrorObject, type KeywordDefinition, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { toNfc } from '../../../contract/text/nfc.ts';

/** A check that narrows. It stops at the first fault and keeps nothing of what it saw. */
export interface Check<T extends TSchema> {
  (value: unknown): value is Static<T>;
  /**
   * The faults of a value that was refused, in the order of the schema: all of them, or the first alone of a value so
   * large that a list of all would be dear.
   */
  faults(value: unknown): ErrorObject[];
}

/** Values that the schema looks at, in a value whose faults are all collected; the largest fair bodies have hundreds. */
const valuesMax = 5_000;

const options = {
  verbose: true, // faults carry their schema, which says in words what was expected
  ownProperties: true,
  strict: true,
  strictTuples: false,
  allowUnionTypes: true,
} as const;
/** Query, path and environment: "5" becomes 5, defaults are filled in. */
const ofTexts = { ...options, coerceTypes: true, useDefaults: true } as const;
/** By what is read: `text` and `body` bring texts marked `x-nfc` to that form in place, `json` converts nothing. */
const readers = {
  text: { first: new Ajv(ofTexts), all: new Ajv({ ...ofTexts, allErrors: true }) },
  body: { first: new Ajv(options), all: new Ajv({ ...options, allErrors: true }) },
  json: { first: new Ajv(options), all: new Ajv({ ...options, allErrors: true }) },
};
/** Lengths count after the normalization. */
const normalized: KeywordDefinition = {
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
    ajv.addKeyword(reader === 'json' ? 'x-nfc' : normalized);
    ajv.addFormat('uri', (text: string) => URL.canParse(text));
    ajv.addKeyword('x-secret');
    ajv.addKeyword('x-item');
    ajv.addKeyword('x-needs');
    ajv.addKeyword('x-document');
  }
}

/**
 * A check by a TypeBox; the reader decides whether texts are converted. It is compiled when it is first asked: most of a
 * start would go into the checks of some three hundred endpoints, of which a process may never be asked for half.
 */
export function compile<T extends TSchema>(schema: T, reader: keyof typeof readers): Check<T> {
  const { first, all } = readers[reader];
  const plain = lazy(() => withoutIds(schema) as T);
  const stopping = lazy(() => first.compile(plain()));
  const collecting = lazy(() => all.compile(plain()));
  const levels = lazy(() => levelsOf(plain()));

  const check = (value: unknown): value is Static<T> => {
    const validate = stopping();
    const isValid = validate(value);
    validate.errors = null; // it would keep the value for as long as nothing else is refused
    return isValid;
  };
  const faults = (value: unknown) => {
    const isSmall = isWithin(value, levels(), valuesMax);
    return faultsBy(isSmall ? collecting() : stopping(), value);
  };
  return Object.assign(check, { faults });
}

function faultsBy(validate: ValidateFunction, value: unknown): ErrorObject[] {
  validate(value);
  const faults = validate.errors ?? [];
  validate.errors = null;
  return faults;
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** `$id` names a schema for documents; here one schema may stand inside several others. */
function withoutIds(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === '$id' ? undefined : value)));
}

/** How many levels of a value a schema looks at, at most: 1 for a text, 2 for a list of texts. */
function levelsOf(schema: unknown): number {
  if (typeof schema !== 'object' || schema === null) return 0;
  const { properties, patternProperties, items, additionalProperties, anyOf, allOf } = schema as TSchema;
  const tx = [items, additionalProperties, ...valuesOf(properties), ...valuesOf(patternProperties)];
  const beside = [...valuesOf(anyOf), ...valuesOf(allOf)];
  return Math.max(1 + Math.max(0, ...tx.map(levelsOf)), ...beside.map(levelsOf));
}

function valuesOf(part: unknown): unknown[] {
  return typeof part === 'object' && part !== null ? Object.values(part) : [];
}

/** Whether there are at most so many values in the first levels. Looks at no more than that. */
function isWithin(value: unknown, levels: number, valuesMost: number): boolean {
  let level = [value];
  let left = valuesMost;
  for (let depth = 1; depth < levels; depth += 1) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      left -= Array.isArray(item) ? item.length : Object.keys(item).length;
      if (left < 0) return false;
      below.push(...valuesOf(item));
    }
    level = below;
  }
  return true;
}
