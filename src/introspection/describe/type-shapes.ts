import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { limits } from '../../contract/limits.ts';
import { Nullable } from '../../contract/listing.ts';
import {
  type BlocksBySlug,
  type Field,
  fieldKindOf,
  type TypeRecord,
  type TypesBySlug,
} from '../../content/index.ts';
import type { Operator } from '../../contract/fields/field-types.ts';
import { changedBlocks, writtenBlocks } from './block-refs.ts';
import { withoutEmpty, isAlwaysRequired } from '../required-values.ts';
import { objectOfFields } from '../object-of-fields.ts';
import { servedTop } from './served-shapes.ts';

/** Returns the form of a type's values in reads (specification: read-forms). */
export function servedValues(type: TypeRecord, types: TypesBySlug): TObject {
  return objectOfFields(type, `${type.slug}.values`, (field) => Nullable(servedTop(field, types)));
}

/** Returns the form of values in writes: all values of an entry, or only changes. Null clears a field. */
export function writtenValues(
  type: Pick<TypeRecord, 'slug' | 'kind' | 'fields'>,
  part: 'whole' | 'changes',
  { blocks }: Pick<TypesBySlug, 'blocks'>,
): TObject {
  const values = objectOfFields(type, `${type.slug}.${part === 'whole' ? 'input' : 'changes'}`, (field) => {
    const value = part === 'whole' ? writtenForm(field) : changedForm(field, blocks);
    if (!isAlwaysRequired(field)) return Type.Optional(Nullable(value));
    const isNeeded = part === 'whole' && (field.options.default ?? null) === null;
    return isNeeded ? withoutEmpty(value) : Type.Optional(withoutEmpty(value));
  });
  if (part === 'changes' || type.kind === 'collection') return values;
  // A singleton is replaced as a whole, without defaults.
  const required = type.fields.filter(isAlwaysRequired).map(({ key }) => key);
  return Type.Object(values.properties, { ...values, 'x-document': { required } });
}

function writtenForm(field: Field): TSchema {
  return field.type === 'blocks' ? writtenBlocks(field) : fieldKindOf(field).written(field);
}

function changedForm(field: Field, blocks: BlocksBySlug): TSchema {
  return field.type === 'blocks' ? changedBlocks(field, blocks) : fieldKindOf(field).written(field);
}

/** Returns the form of a filter value: a served value, an id, a list of these, or a boolean. */
export function filterShape(field: Field, operator: Operator): TSchema {
  if (operator === 'is_null') return Type.Boolean();
  if (field.type === 'blocks') return Type.String({ enum: field.options.blocks ?? [] });
  const served = fieldKindOf(field).served(field);
  const isScalar = ['string', 'number', 'boolean'].includes(String(served['type']));
  const value = isScalar ? served : Type.String({ description: 'an id' });
  const documentKeys = { 'x-document': { minItems: 1, maxItems: limits.in_values_max } };
  return operator === 'in' ? Type.Array(value, documentKeys) : value;
}

/** Returns the allowed values of `sort` for a type. */
export function sortsOf(type: TypeRecord): string[] {
  const sortable = type.fields
    .filter((field) => fieldKindOf(field).sortKey !== undefined)
    .map(({ key }) => key);
  return [...sortable, 'created_at', 'published_at', 'updated_at'].flatMap((key) => [key, `-${key}`]);
}
