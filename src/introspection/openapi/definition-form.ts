import { Type } from '@sinclair/typebox';
import {
  DefineBlock,
  DefineContentType,
  FieldGroupInput,
  fieldOptions,
  formerKeysMax,
  keyPattern,
} from '../../content/index.ts';
import { limits } from '../../contract/limits.ts';
import { groupsMax } from '../../contract/fields/conditions.ts';
import { fieldTypes } from '../../contract/fields/field-types.ts';

const closed = { additionalProperties: false } as const;

const options = Object.fromEntries(
  Object.entries(fieldOptions()).map(([name, option]) => [name, Type.Optional(option)]),
);

const FormerKey = Type.String();

const FieldDefinition = Type.Object(
  {
    key: Type.String({ pattern: keyPattern }),
    label: Type.Optional(Type.String({ maxLength: 200 })),
    type: Type.Union(fieldTypes.map((type) => Type.Literal(type))),
    options: Type.Optional(
      Type.Object(options, {
        ...closed,
        description: 'Each type has some of these options; others are rejected.',
      }),
    ),
    renamed_from: Type.Optional(
      Type.Union([FormerKey, Type.Array(FormerKey, { minItems: 1, maxItems: formerKeysMax })], {
        description:
          'The former key, or several, newest first. The field keeps its values. Ignored once it is renamed; never served.',
      }),
    ),
  },
  { $id: 'FieldDefinition', ...closed },
);

const groups = Type.Optional(
  Type.Array(FieldGroupInput, {
    maxItems: groupsMax,
    description: DefineContentType.properties.groups.description ?? '',
  }),
);

/** `DefineContentType` with full schemas of the fields. The service validates each field by its type, for exact errors. */
export const definitionForm = Type.Object(
  {
    ...DefineContentType.properties,
    groups,
    fields: Type.Array(FieldDefinition, {
      maxItems: limits.fields_per_type_max,
      description: DefineContentType.properties.fields.description ?? '',
    }),
  },
  {
    $id: 'DefineContentType',
    ...closed,
    examples: [
      {
        name: 'Kite',
        kind: 'collection',
        display_field: 'title',
        fields: [
          { key: 'title', label: 'Title', type: 'string', options: { required: true } },
          { key: 'price', label: 'Price', type: 'number', options: { min: 0 } },
        ],
      },
    ],
  },
);

/** `DefineBlock` in the same way. */
export const blockForm = Type.Object(
  {
    ...DefineBlock.properties,
    groups,
    fields: Type.Optional(
      Type.Array(FieldDefinition, {
        maxItems: limits.fields_per_type_max,
        description: 'the whole ordered list of field definitions',
      }),
    ),
  },
  {
    $id: 'DefineBlock',
    ...closed,
    examples: [
      {
        name: 'Hero',
        description: 'The first thing that visitors see.',
        display_field: 'title',
        fields: [
          { key: 'title', label: 'Title', type: 'string', options: { required: true } },
          { key: 'image', label: 'Image', type: 'image' },
        ],
      },
    ],
  },
);
