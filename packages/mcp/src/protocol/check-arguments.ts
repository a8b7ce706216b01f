import type { TSchema } from '@sinclair/typebox';
import type { Json } from '../api.ts';
import { combineErrors, invalidValue, missingField, type ToolError, unknownField } from '../errors.ts';
import { didYouMean } from '../suggest.ts';

/** Errors of one call that are listed. */
const errorsMax = 20;
/** Errors that are collected before they are sorted: a message of 1 MiB can contain 100,000. */
const collectedMax = 5_000;

/** The keywords of JSON Schema that the schemas of tools use. */
interface Schema {
  type?: string;
  description?: string;
  enum?: readonly string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  additionalProperties?: boolean;
}

/**
 * Checks arguments against a tool's schema. Errors are those of the API's body check, in the order of the schema's
 * properties. @throws ToolError
 */
export function checkArguments(input: TSchema, args: Json): void {
  const errors = new Errors();
  errors.collect(input, args, '');
  const order = Object.keys((input as Schema).properties ?? {});
  const rank = (path: string) => {
    const index = order.indexOf(path.split(/[.[]/)[0] ?? '');
    return index === -1 ? order.length : index;
  };
  const sortedErrors = [...errors.byPath].sort(([a], [b]) => rank(a) - rank(b));
  const [first, ...others] = sortedErrors.slice(0, errorsMax).map(([, createError]) => createError());
  if (first !== undefined) throw combineErrors([first, ...others]);
}

class Errors {
  /** The first error of each path. Few are listed, so errors are created late. */
  readonly byPath = new Map<string, () => ToolError>();

  collect(schema: Schema, value: unknown, path: string): void {
    if (this.byPath.size >= collectedMax) return;
    const mismatch = findMismatch(schema, value);
    if (mismatch !== null) {
      const expected = schema.description ?? mismatch;
      const hints = { expected, got: jsonType(value) };
      return this.#add(path, () => invalidValue(path, `it must be ${expected}`, hints));
    }
    const { items, properties } = schema;
    if (Array.isArray(value) && items !== undefined)
      for (const [i, item] of value.entries()) this.collect(items, item, `${path}[${i}]`);
    else if (properties !== undefined)
      this.#collectProperties({ ...schema, properties }, value as Json, path);
  }

  #collectProperties(
    { properties, required = [], additionalProperties }: Schema & { properties: Record<string, Schema> },
    value: Json,
    path: string,
  ): void {
    const names = Object.keys(properties);
    const pathOf = (name: string) => (path === '' ? name : `${path}.${name}`);
    for (const name of required.filter((one) => !Object.hasOwn(value, one)))
      this.#add(pathOf(name), () => missingField(name, pathOf(name)));
    const others = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
    if (additionalProperties === false)
      for (const name of others)
        this.#add(pathOf(name), () => {
          const did_you_mean = didYouMean(name, names);
          return unknownField(name, { param: pathOf(name), did_you_mean, available_fields: names });
        });
    for (const [name, schema] of Object.entries(properties))
      if (Object.hasOwn(value, name)) this.collect(schema, value[name], pathOf(name));
  }

  #add(path: string, createError: () => ToolError): void {
    if (this.byPath.size < collectedMax && !this.byPath.has(path)) this.byPath.set(path, createError);
  }
}

/** What the schema expects instead of the value, items and properties aside; null if the value fits. */
function findMismatch(schema: Schema, value: unknown): string | null {
  const { type, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  if (type !== undefined && !hasType(value, type)) return type;
  if (typeof value === 'string') {
    if (schema.enum !== undefined && !schema.enum.includes(value)) return `one of ${schema.enum.join(', ')}`;
    if (maxLength !== undefined && isLonger(value, maxLength)) return `at most ${maxLength} characters`;
    if (minLength !== undefined && value.length < minLength) return `at least ${minLength} characters`;
  }
  if (typeof value === 'number') {
    if (maximum !== undefined && value > maximum) return `<= ${maximum}`;
    if (minimum !== undefined && value < minimum) return `>= ${minimum}`;
  }
  if (Array.isArray(value)) {
    if (maxItems !== undefined && value.length > maxItems) return `at most ${maxItems} items`;
    if (minItems !== undefined && value.length < minItems) return `fewer than ${minItems} items`;
  }
  return null;
}

function hasType(value: unknown, type: string): boolean {
  return type === 'integer' ? Number.isInteger(value) : jsonType(value) === type;
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Whether a text has more characters; one outside of the basic plane has two units and counts once. */
function isLonger(text: string, charsMax: number): boolean {
  return text.length > charsMax && (text.length > 2 * charsMax || [...text].length > charsMax);
}
