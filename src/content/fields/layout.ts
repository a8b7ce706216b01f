import { type Static, Type } from '@sinclair/typebox';
import { conditionsMax, groupLabelCharsMax } from '../../contract/fields/conditions.ts';
import { limits } from '../../contract/limits.ts';
import type { FieldOptions } from './schema.ts';

const closed = { additionalProperties: false } as const;
const comparedValue = Type.Union([
  Type.String({ maxLength: limits.string_chars_max }),
  Type.Number(),
  Type.Boolean(),
]);
const field = Type.String();
const condition = Type.Union([
  Type.Object({ field, eq: comparedValue }, closed),
  Type.Object({ field, ne: comparedValue }, closed),
  Type.Object(
    { field, in: Type.Array(comparedValue, { minItems: 1, maxItems: limits.in_values_max }) },
    closed,
  ),
  Type.Object({ field, is_null: Type.Boolean() }, closed),
]);

/** Options of all field types that only shape the form of an entry (specification: conditions). */
export const layoutOptions = {
  show_if: Type.Union([condition, Type.Array(condition, { minItems: 1, maxItems: conditionsMax })], {
    description: `a condition such as {"field": "kind", "eq": "video"} with one of eq, ne, in (1 to ${limits.in_values_max} values) and is_null, or a list of 1 to ${conditionsMax}`,
  }),
  group: Type.String({ description: 'the key of a group of the definition' }),
  width: Type.Union([Type.Literal('full'), Type.Literal('half')], { description: 'full or half' }),
  collapse_empty: Type.Boolean({ description: 'true or false' }),
} as const;

/** The options without those that only shape the form. */
export function withoutLayout(options: FieldOptions): FieldOptions {
  const others = Object.entries(options).filter(([name]) => !Object.hasOwn(layoutOptions, name));
  return Object.fromEntries(others);
}

/** A group of fields in the form of an entry, as it is stored and served. */
export const FieldGroup = Type.Object(
  {
    key: Type.String(),
    label: Type.String(),
    display: Type.Union([Type.Literal('section'), Type.Literal('tab')]),
    collapsed: Type.Boolean(),
  },
  { $id: 'FieldGroup', ...closed },
);
export type FieldGroup = Static<typeof FieldGroup>;

/** A group as it is written. Only for documents: the service reads each group itself, so that errors name its part. */
export const FieldGroupInput = Type.Object(
  {
    key: Type.String(),
    label: Type.Optional(Type.String({ minLength: 1, maxLength: groupLabelCharsMax })),
    display: Type.Optional(FieldGroup.properties.display),
    collapsed: Type.Optional(Type.Boolean()),
  },
  { $id: 'FieldGroupInput', ...closed },
);

/** `groups` in a request; each group is read by types/definition/layout.ts. */
export const SentGroups = Type.Optional(
  Type.Array(Type.Unknown(), { description: 'all groups of the definition, in order; omitted: unchanged' }),
);
