import { type JsonSchema, SchemaBook } from '../schema-book.ts';

/**
 * The named schemas of a document, separately for requests and responses: responses can get additional keys, requests
 * can't. A schema is used in one of the two, never in both.
 */
export class DocumentForms {
  readonly bodies: SchemaBook;
  readonly responses: SchemaBook;

  constructor(prefix: string) {
    this.bodies = new SchemaBook(prefix, inDocuments);
    this.responses = new SchemaBook(prefix, (schema) => openSchema(inDocuments(schema)));
  }

  /** All named schemas, in alphabetical order. */
  get definitions(): Record<string, JsonSchema> {
    const all = { ...this.responses.definitions, ...this.bodies.definitions };
    return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/**
 * Applies the keywords of `x-document` to a schema: rules that a feature checks itself, because its errors are more exact
 * than those of a schema. An undefined keyword removes the keyword of the schema.
 */
export function inDocuments(schema: JsonSchema): JsonSchema {
  const { 'x-document': documentKeys, ...rest } = schema;
  return apart({ ...rest, ...(documentKeys as JsonSchema | undefined) });
}

/** Turns a list of types into `anyOf`, because client generators don't support lists of types, except with null. */
function apart(schema: JsonSchema): JsonSchema {
  const types = [schema['type']].flat();
  const otherTypes = types.filter((type) => type !== 'null');
  if (otherTypes.length < 2) return schema;
  const { type: _types, description, ...rest } = schema;
  const options = types.map((type) => ({ type, ...rulesFor(type, rest) }));
  return { ...(description === undefined ? {} : { description }), anyOf: options };
}

const ofObjects = ['properties', 'required', 'additionalProperties'];

function rulesFor(type: unknown, rules: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(rules).filter(([keyword]) => type === 'object' || !ofObjects.includes(keyword)),
  );
}

/** Allows additional keys: later versions can add keys to responses, and existing clients must accept them. */
function openSchema(schema: JsonSchema): JsonSchema {
  const { additionalProperties, unevaluatedProperties: _closed, ...open } = schema;
  const { type: _type, ...parts } = open;
  const rest = 'allOf' in open ? parts : open; // the parts have the type
  return additionalProperties === undefined || additionalProperties === false
    ? rest
    : { ...rest, additionalProperties };
}
