import type { TObject, TSchema } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { childrenOf, takesMarks } from './read/placement.ts';
import { LinkAttributes, richtextRefTypes } from './schema.ts';
import {
  type NodeDefinition,
  type MarkDefinition,
  markNames,
  markDefinitions,
  nodeNames,
  nodeDefinitions,
} from './vocabulary.ts';

type JsonSchema = Record<string, unknown>;

/** The introspection of rich text: words, forms that are accepted, limits, and a JSON Schema. */
export function richtextContract() {
  return {
    version: 2,
    nodes: nodeNames.map((name) => ({
      name,
      about: nodeDefinitions[name].about,
      attributes: attributesOf(nodeDefinitions[name]),
      content: childrenOf(name).names,
      marks: takesMarks(name) && nodeDefinitions[name].content !== undefined,
    })),
    marks: markNames.map((name) => ({
      name,
      about: markDefinitions[name].about,
      attributes: attributesOf(markDefinitions[name]),
    })),
    ref_types: richtextRefTypes,
    link_addresses: LinkAttributes.properties.href.description,
    accepted_forms: [
      '{"version": 2, "content": [...]}',
      '{"type": "doc", "content": [...]}',
      '{"html", "json", "plain", "toc"} as it was read; json counts',
      '{"markdown": "..."}',
    ],
    limits: {
      bytes: limits.richtext_bytes_max,
      nodes: limits.richtext_nodes_max,
      depth: limits.richtext_depth_max,
    },
    json_schema: jsonSchema(),
  };
}

function attributesOf({ attributes }: MarkDefinition) {
  return Object.entries(attributes?.properties ?? {}).map(([name, schema]) => ({
    name,
    required: attributes?.required?.includes(name) ?? false,
    takes: schema.description ?? '',
  }));
}

/** JSON Schema 2020-12 of the `json` view, what reads add included. */
function jsonSchema(): JsonSchema {
  const words = Object.entries(nodeDefinitions).map(([name, word]) => [name, nodeSchema(name, word)]);
  const marks = Object.entries(markDefinitions).map(([name, word]) => [name, markSchema(name, word)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { version: { const: 2 }, content: listOf(childrenOf('doc').names) },
    required: ['version', 'content'],
    additionalProperties: false,
    $defs: { ...Object.fromEntries(words), ...Object.fromEntries(marks) } as JsonSchema,
  };
}

function nodeSchema(name: string, word: NodeDefinition): JsonSchema {
  const children = childrenOf(name);
  return objectSchema(name, word, {
    ...(name === 'text' ? { text: { type: 'string', minLength: 1 } } : {}),
    ...(children.names.length > 0 ? { content: listOf(children.names, children.required) } : {}),
    ...(word.group === 'inline' ? { marks: listOf(markNames) } : {}),
  });
}

function markSchema(name: string, word: MarkDefinition): JsonSchema {
  return objectSchema(name, word, {});
}

function objectSchema(name: string, word: MarkDefinition, parts: Record<string, JsonSchema>): JsonSchema {
  const attrs = attributesSchema(word);
  const needed = Object.keys(parts).filter((key) => key === 'text' || parts[key]?.['minItems'] !== undefined);
  return {
    type: 'object',
    description: word.about,
    properties: { type: { const: name }, ...(attrs === null ? {} : { attrs }), ...parts },
    required: ['type', ...((word.attributes?.required ?? []).length > 0 ? ['attrs'] : []), ...needed],
    additionalProperties: false,
  };
}

function attributesSchema({ attributes, served }: MarkDefinition): JsonSchema | null {
  if (attributes === undefined) return null;
  const properties = { ...plain(attributes).properties, ...(served ? plain(served).properties : {}) };
  return { type: 'object', properties, required: attributes.required ?? [], additionalProperties: false };
}

/** A schema as JSON: without TypeBox's own symbols, and without choices that no reader of the API meets. */
function plain(schema: TObject): { properties: Record<string, TSchema> } {
  const listed = (key: string, value: unknown) =>
    key === 'anyOf' ? (value as TSchema[]).filter((choice) => choice['x-unlisted'] !== true) : value;
  return JSON.parse(JSON.stringify(schema, listed)) as { properties: Record<string, TSchema> };
}

function listOf(names: readonly string[], required = false): JsonSchema {
  const items = { anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) };
  return { type: 'array', items, ...(required ? { minItems: 1 } : {}) };
}
