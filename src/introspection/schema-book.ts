import type { TSchema } from '@sinclair/typebox';

/** JSON Schema 2020-12 as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a map of schemas, a list of schemas, or a schema. */
const mapsOfSchemas = ['properties', '$defs'];
const listsOfSchemas = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const schemas = ['items', 'additionalProperties', 'not'];
/** Says a schema in other words before it is written down. */
export type SchemaRewriter = (schema: JsonSchema) => JsonSchema;

/** TypeBox writes a record of any keys as this pattern. */
const anyKey = '^(.*)$';

/**
 * Turns TypeBoxes into plain JSON Schema. A schema with an `$id` is written once under that name and referred to
 * everywhere else, so that documents have one `Image` and not forty. `x-form` refers to a name that is added elsewhere,
 * for forms that hold themselves.
 */
export class SchemaBook {
  readonly #definitions = new Map<string, JsonSchema>();
  readonly #prefix: string;
  readonly #rewrite: SchemaRewriter;

  /** @param prefix what stands before a name in a reference: `#/$defs/`, `#/components/schemas/` */
  constructor(prefix: string, rewrite: SchemaRewriter = (schema) => schema) {
    this.#prefix = prefix;
    this.#rewrite = rewrite;
  }

  /** Every named schema that was met so far, by name, in alphabetical order. */
  get definitions(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The schema as it stands in its place: itself, or the reference to its name. */
  add(schema: TSchema): JsonSchema {
    return this.#convert(schema); // TypeBox's own marks are symbols, which Object.entries leaves out
  }

  #convert(schema: JsonSchema): JsonSchema {
    const formName = schema['x-form'];
    if (typeof formName === 'string') return { $ref: this.#prefix + formName };
    const { $id: name, ...rest } = schema;
    if (typeof name !== 'string') return this.#plain(rest);
    if (!this.#definitions.has(name)) {
      this.#definitions.set(name, {}); // taken, should the schema name itself
      this.#definitions.set(name, this.#plain(rest));
    }
    return { $ref: this.#prefix + name };
  }

  #plain(original: JsonSchema): JsonSchema {
    const schema = this.#rewrite(original);
    const plain: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword.startsWith('x-') || value === undefined) continue;
      if (mapsOfSchemas.includes(keyword)) plain[keyword] = this.#map(value as Record<string, JsonSchema>);
      else if (listsOfSchemas.includes(keyword))
        plain[keyword] = (value as JsonSchema[]).map((item) => this.#convert(item));
      else if (keyword === 'patternProperties')
        plain['additionalProperties'] = this.#convert((value as Record<string, JsonSchema>)[anyKey] ?? {});
      else if (schemas.includes(keyword) && typeof value === 'object')
        plain[keyword] = this.#convert(value as JsonSchema);
      else plain[keyword] = value;
    }
    const required = neededKeys(schema);
    return simplify(required.length === 0 ? plain : { ...plain, required });
  }

  #map(map: Record<string, JsonSchema>): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, this.#convert(value)]));
  }
}

/** Keys that an object must have, those included whose lack the feature itself reports (`x-needs`). */
export function neededKeys(schema: JsonSchema): string[] {
  const lists = [schema['required'], schema['x-needs']] as (string[] | undefined)[];
  return [...new Set(lists.flatMap((keys) => keys ?? []))];
}

/** Says a union in fewer words where JSON Schema has them: literals as `enum`, null as one of the types. */
function simplify(schema: Record<string, unknown>): JsonSchema {
  const { anyOf, ...rest } = schema as Record<string, unknown> & { anyOf?: JsonSchema[] };
  if (anyOf === undefined) return rest;
  if (anyOf.every((option) => typeof option['const'] === 'string'))
    return { type: 'string', enum: anyOf.map((option) => option['const']), ...rest };
  const nonNull = anyOf.filter((option) => option['type'] !== 'null');
  const [option] = nonNull;
  if (nonNull.length !== 1 || option === undefined || typeof option['type'] !== 'string') return schema;
  const choices = option['enum'] as unknown[] | undefined;
  return {
    ...option,
    type: [option['type'], 'null'],
    ...(choices === undefined ? {} : { enum: [...choices, null] }),
    ...rest,
  };
}
