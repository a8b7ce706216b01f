import type { TSchema } from '@sinclair/typebox';

/** JSON Schema 2020-12 as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Keywords whose value is a map of schemas, a list of schemas, or a schema. */
const mapsOfSchemas = ['properties', '$defs'];
const listsOfSchemas = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const schemas = ['items', 'additionalProperties', 'not'];
/** Changes a schema before it is added. */
export type SchemaRewriter = (schema: JsonSchema) => JsonSchema;

/** The pattern that TypeBox uses for records with any keys. */
const anyKey = '^(.*)$';

/**
 * Turns TypeBox schemas into plain JSON Schema. A schema with an `$id` is added once and referred to by that name, so a
 * document has one `Image` instead of forty. `x-form` refers to a name that is added elsewhere, for recursive schemas.
 */
export class SchemaBook {
  readonly #definitions = new Map<string, JsonSchema>();
  readonly #prefix: string;
  readonly #rewrite: SchemaRewriter;
  #taken = 0;

  /** @param prefix the beginning of references: `#/$defs/`, `#/components/schemas/` */
  constructor(prefix: string, rewrite: SchemaRewriter = (schema) => schema) {
    this.#prefix = prefix;
    this.#rewrite = rewrite;
  }

  /** All named schemas added so far, in alphabetical order. */
  get definitions(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#definitions].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Returns the named schemas that were added since the previous call. */
  takeNew(): Record<string, JsonSchema> {
    const added = [...this.#definitions].slice(this.#taken);
    this.#taken = this.#definitions.size;
    return Object.fromEntries(added);
  }

  /** Adds a schema. Returns the plain schema, or a reference if it has a name. */
  add(schema: TSchema): JsonSchema {
    return this.#convert(schema); // Object.entries omits the symbols of TypeBox
  }

  #convert(schema: JsonSchema): JsonSchema {
    const formName = schema['x-form'];
    if (typeof formName === 'string') return { $ref: this.#prefix + formName };
    const { $id: name, ...rest } = schema;
    if (typeof name !== 'string') return this.#plain(rest);
    if (!this.#definitions.has(name)) {
      this.#definitions.set(name, {}); // reserves the name, because a schema can refer to itself
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

/** Required keys of an object, including those that a feature checks itself (`x-needs`). */
export function neededKeys(schema: JsonSchema): string[] {
  const lists = [schema['required'], schema['x-needs']] as (string[] | undefined)[];
  return [...new Set(lists.flatMap((keys) => keys ?? []))];
}

/** Shortens a union: literals become `enum`, null becomes one of the types. */
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
