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

/** The introspection of rich text: nodes, marks, accepted input forms, limits (bytes, counts) and a JSON Schema. */
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
      '{"html": "..."}',
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

/** JSON Schema 2020-12 of the `json` view, including the attributes that reads add. */
function jsonSchema(): JsonSchema {
  const nodes = Object.entries(nodeDefinitions).map(([name, node]) => [name, nodeSchema(name, node)]);
  const marks = Object.entries(markDefinitions).map(([name, mark]) => [name, markSchema(name, mark)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { version: { const: 2 }, content: listOf(childrenOf('doc').names) },
    required: ['version', 'content'],
    additionalProperties: false,
    $defs: { ...Object.fromEntries(nodes), ...Object.fromEntries(marks) } as JsonSchema,
  };
}

function nodeSchema(name: string, node: NodeDefinition): JsonSchema {
  const children = childrenOf(name);
  return objectSchema(name, node, {
    ...(name === 'text' ? { text: { type: 'string', minLength: 1 } } : {}),
    ...(children.names.length > 0 ? { content: listOf(children.names, children.required) } : {}),
    ...(node.group === 'inline' ? { marks: listOf(markNames) } : {}),
  });
}

function markSchema(name: string, mark: MarkDefinition): JsonSchema {
  return objectSchema(name, mark, {});
}

function objectSchema(
  name: string,
  definition: MarkDefinition,
  parts: Record<string, JsonSchema>,
): JsonSchema {
  const attrs = attributesSchema(definition);
  const requiredParts = Object.keys(parts).filter(
    (key) => key === 'text' || parts[key]?.['minItems'] !== undefined,
  );
  return {
    type: 'object',
    description: definition.about,
    properties: { type: { const: name }, ...(attrs === null ? {} : { attrs }), ...parts },
    required: [
      'type',
      ...((definition.attributes?.required ?? []).length > 0 ? ['attrs'] : []),
      ...requiredParts,
    ],
    additionalProperties: false,
  };
}

function attributesSchema({ attributes, served }: MarkDefinition): JsonSchema | null {
  if (attributes === undefined) return null;
  const properties = { ...plain(attributes).properties, ...(served ? plain(served).properties : {}) };
  return { type: 'object', properties, required: attributes.required ?? [], additionalProperties: false };
}

/** A schema as plain JSON, without the symbols of TypeBox and without `x-unlisted` choices, which are never served. */
function plain(schema: TObject): { properties: Record<string, TSchema> } {
  const omitUnlisted = (key: string, value: unknown) =>
    key === 'anyOf' ? (value as TSchema[]).filter((choice) => choice['x-unlisted'] !== true) : value;
  return JSON.parse(JSON.stringify(schema, omitUnlisted)) as { properties: Record<string, TSchema> };
}

function listOf(names: readonly string[], required = false): JsonSchema {
  const items = { anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) };
  return { type: 'array', items, ...(required ? { minItems: 1 } : {}) };
}
