import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { requiresChange } from '../../contract/fields/fields.ts';
import { limits } from '../../contract/limits.ts';
import { Nullable } from '../../contract/listing.ts';
import {
  type BlocksBySlug,
  CreateEntry,
  Entry,
  EntryList,
  EntryMatch,
  type Field,
  fieldKindOf,
  PatchEntry,
  PutEntry,
  type TypeRecord,
  type TypesBySlug,
  WrittenEntry,
} from '../../content/index.ts';
import type { Operator } from '../../contract/fields/field-types.ts';
import { changedBlocks, writtenBlocks } from './block-refs.ts';
import { blockForms } from './block-shapes.ts';
import { withoutEmpty, isAlwaysRequired } from '../required-values.ts';
import { closed, objectOfFields } from '../object-of-fields.ts';
import { type JsonSchema, SchemaBook } from '../schema-book.ts';
import { servedTop } from './served-shapes.ts';

/** Served and written forms of one content type; each has an `$id` that begins with the type's slug. */
export interface TypeShapes {
  /** The values as reads serve them. */
  values: TObject;
  entry: TObject;
  /** The entry that a look-up finds. */
  match: TObject;
  list: TObject;
  /** The response to a write. */
  written: TObject;
  /** Bodies of creations (of a singleton: of PUT) and of PATCH. */
  create: TObject;
  patch: TObject;
}

/** Returns the forms of a content type in responses and bodies (specification: read-forms). */
export function shapesOf(type: TypeRecord, types: TypesBySlug): TypeShapes {
  const { slug } = type;
  const isSingleton = type.kind === 'singleton';
  const served = (field: Field) => Nullable(servedTop(field, types));
  const values = objectOfFields(type, `${slug}.values`, served);
  const entry = Type.Object({ ...Entry.properties, values }, { $id: `${slug}.entry`, ...closed });
  return {
    values,
    entry,
    match: Type.Object({ ...EntryMatch.properties, values }, { $id: `${slug}.match`, ...closed }),
    list: Type.Object(
      { ...EntryList.properties, data: Type.Array(entry) },
      { $id: `${slug}.list`, ...closed },
    ),
    written: Type.Object({ ...WrittenEntry.properties, values }, { $id: `${slug}.written`, ...closed }),
    create: Type.Object(
      { ...(isSingleton ? PutEntry : CreateEntry).properties, values: writtenValues(type, 'whole', types) },
      { $id: `${slug}.create`, ...closed },
    ),
    patch: Type.Object(
      { ...PatchEntry.properties, values: Type.Optional(writtenValues(type, 'changes', types)) },
      { $id: `${slug}.patch`, ...closed, ...requiresChange },
    ),
  };
}

/**
 * Returns JSON Schema 2020-12 of the response to `GET /v1/content/{type}`: the values of a singleton; for a collection a
 * page of entries or a single entry.
 */
export function responseShape(type: TypeRecord, types: TypesBySlug): JsonSchema {
  const book = new SchemaBook('#/$defs/');
  for (const form of blockForms(type.fields, types, 'read')) book.add(form);
  const { values, entry, list } = shapesOf(type, types);
  const root =
    type.kind === 'singleton'
      ? book.add(values)
      : {
          description: `A page of entries (GET /v1/content/${type.slug}), or one entry (GET /v1/content/${type.slug}/{entryId}).`,
          anyOf: [book.add(list), book.add(entry)],
        };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type.name,
    ...root,
    $defs: book.definitions,
  };
}

/** JSON Schema 2020-12 of one block as reads serve it: `{id, block, values}`. */
export function blockShape(slug: string, types: TypesBySlug): JsonSchema {
  const book = new SchemaBook('#/$defs/');
  const field: Field = { key: slug, label: slug, type: 'blocks', options: { blocks: [slug] } };
  for (const form of blockForms([field], types, 'read')) book.add(form);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: types.blocks.get(slug)?.name ?? slug,
    $ref: `#/$defs/${slug}.block`,
    $defs: book.definitions,
  };
}

/** Returns the form of values in writes: all values of an entry, or only changes. Null clears a field. */
export function writtenValues(
  type: TypeRecord,
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
