import { type JsonSchema, SchemaBook } from '../schema-book.ts';

/**
 * The forms of a document: what bodies hold and what answers hold, kept apart because the two grow differently. A form
 * has one of the two uses, never both.
 */
export class DocumentForms {
  readonly bodies: SchemaBook;
  readonly responses: SchemaBook;

  constructor(prefix: string) {
    this.bodies = new SchemaBook(prefix, inDocuments);
    this.responses = new SchemaBook(prefix, (schema) => openSchema(inDocuments(schema)));
  }

  /** Every named form, in alphabetical order. */
  get definitions(): Record<string, JsonSchema> {
    const all = { ...this.responses.definitions, ...this.bodies.definitions };
    return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/**
 * Lays over a schema what it says to documents alone (`x-document`): rules that a feature checks itself, to name a fault
 * better than a schema can. A keyword that is undefined there is taken away.
 */
export function inDocuments(schema: JsonSchema): JsonSchema {
  const { 'x-document': documentKeys, ...rest } = schema;
  return apart({ ...rest, ...(documentKeys as JsonSchema | undefined) });
}

/** A value of two types is a choice between two schemas: generators of typed clients support no other. Null is no such type. */
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

/** Answers get new keys in time (contract: a superset): a client that knows the document must let them pass. */
function openSchema(schema: JsonSchema): JsonSchema {
  const { additionalProperties, ...rest } = schema;
  return additionalProperties === undefined || additionalProperties === false
    ? rest
    : { ...rest, additionalProperties };
}
