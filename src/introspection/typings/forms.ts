import { Type } from '@sinclair/typebox';
import { isYieldDue, yieldToEventLoop } from '../../core/util/index.ts';
import { Image, Link } from '../../contract/fields/links.ts';
import {
  fieldKindOf,
  reachableBlocks,
  Richtext,
  RichtextInput,
  type TypeRecord,
  type TypesBySlug,
} from '../../content/index.ts';
import { type JsonSchema, SchemaBook } from '../schema-book.ts';
import { blockForms } from '../describe/block-shapes.ts';
import { filterShape, servedValues, sortsOf, writtenValues } from '../describe/type-shapes.ts';
import { formsOfTypes } from './type-names.ts';

type Definitions = Record<string, JsonSchema>;

/** Names of types that every declaration file contains. */
export const sharedNames = [
  'Image',
  'Link',
  'FileAsset',
  'GeoPoint',
  'JsonValue',
  'Entry',
  'PreviewState',
  'Richtext',
  'RichtextDocument',
  'RichtextInput',
  'ContentTypes',
  'BlockTypes',
];

/** Returns all schemas of a release's types by name, beginning with the index of types. */
export async function formsOf(types: TypesBySlug): Promise<Definitions> {
  const book = new SchemaBook('');
  for (const schema of [Image, Link, Richtext, RichtextInput]) book.add(schema);
  for (const form of blockForms(
    [...types.values()].flatMap(({ fields }) => fields),
    types,
    'all',
  ))
    book.add(form);
  for (const type of types.values()) {
    book.add(servedValues(type, types));
    book.add(writtenValues(type, 'whole', types));
    book.add(writtenValues(type, 'changes', types));
    if (isYieldDue()) await yieldToEventLoop();
  }
  const { Richtext: richtext, RichtextInput: _input, ...rest } = book.definitions;
  const properties = { ...(richtext?.['properties'] as Definitions), json: { $ref: 'RichtextDocument' } };
  const lists: [string, JsonSchema][] = [];
  for (const type of types.values()) {
    lists.push(...listForms(type));
    if (isYieldDue()) await yieldToEventLoop();
  }
  const json = 'JsonValue' in rest ? { JsonValue: jsonValue } : {};
  const forms = { ...rest, ...json, ...Object.fromEntries(lists) };
  return {
    ContentTypes: index(types),
    ...blockIndex(types),
    Richtext: { ...richtext, properties },
    RichtextInput: richtextInput,
    ...Object.fromEntries(
      Object.entries(forms).map(([name, form]) => [name, describeForm(name, form, types)]),
    ),
  };
}

const jsonValue: JsonSchema = {
  description: 'Any JSON value.',
  anyOf: [
    ...['string', 'number', 'boolean', 'null'].map((type) => ({ type })),
    { type: 'array', items: { $ref: 'JsonValue' } },
    { type: 'object', additionalProperties: { $ref: 'JsonValue' } },
  ],
};

const richtextInput: JsonSchema = {
  description: 'The value of a rich text field in requests.',
  anyOf: [
    { $ref: 'RichtextDocument' },
    { $ref: 'Richtext' },
    new SchemaBook('').add(Type.Object({ markdown: Type.String() })),
    new SchemaBook('').add(Type.Object({ html: Type.String() })),
  ],
};

function describeForm(name: string, form: JsonSchema, types: TypesBySlug): JsonSchema {
  const dot = name.lastIndexOf('.');
  const type = types.get(name.slice(0, Math.max(dot, 0)));
  const part = Object.entries(formsOfTypes).find(([key]) => key === name.slice(dot + 1));
  return type === undefined || part === undefined
    ? form
    : { ...form, description: `${type.name}: ${part[1]}.` };
}

/** The filters of a collection (a value, or operators, for each field) and its sort orders. */
function listForms(type: TypeRecord): [string, JsonSchema][] {
  if (type.kind === 'singleton') return [];
  const book = new SchemaBook('');
  const filters = type.fields.map((field) => {
    const { operators } = fieldKindOf(field);
    const byOperator = Object.fromEntries(
      operators.map((operator) => [operator, book.add(filterShape(field, operator))]),
    );
    const operatorForm = { type: 'object', properties: byOperator };
    const { eq } = byOperator;
    return [
      field.key,
      { title: field.label, anyOf: eq === undefined ? [operatorForm] : [eq, operatorForm] },
    ] as const;
  });
  return [
    [`${type.slug}.where`, { type: 'object', properties: Object.fromEntries(filters) }],
    [`${type.slug}.sort`, { enum: sortsOf(type) }],
  ];
}

/** The index of blocks by slug, for a table of components. Empty if no field contains blocks. */
function blockIndex(types: TypesBySlug): Definitions {
  const fields = [...types.values()].flatMap((type) => type.fields);
  const reachedBlocks = [...reachableBlocks(fields, types.blocks)];
  if (reachedBlocks.length === 0) return {};
  const properties = Object.fromEntries(reachedBlocks.map((slug) => [slug, { $ref: `${slug}.block` }]));
  return {
    BlockTypes: { description: 'Every block, by slug.', type: 'object', properties, required: reachedBlocks },
  };
}

/** The index of content types by slug. */
function index(types: TypesBySlug): JsonSchema {
  const members = [...types.values()].map(({ slug, name, kind }) => {
    const parts = ['values', 'input', 'changes', ...(kind === 'collection' ? ['where', 'sort'] : [])];
    const refs = parts.map((part) => [part, { $ref: `${slug}.${part}` }] as const);
    const properties = { kind: { const: kind }, ...Object.fromEntries(refs) };
    return [slug, { title: name, type: 'object', properties, required: Object.keys(properties) }] as const;
  });
  return {
    description: 'Every content type, by slug.',
    type: 'object',
    properties: Object.fromEntries(members),
    required: [...types.keys()],
  };
}
