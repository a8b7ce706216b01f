import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { changesSomething } from '../contract/fields.ts';
import { limits } from '../contract/limits.ts';
import { Nullable } from '../contract/listing.ts';
import type { TypeRecord } from '../content-types/schema.ts';
import type { TypesBySlug } from '../content-types/service.ts';
import { CreateEntry, Entry, EntryList, PatchEntry, WrittenEntry } from '../content/schema.ts';
import { type Operator } from '../contract/field-types.ts';
import { type Field, ReferencedEntry } from '../fields/schema.ts';
import { fieldKindOf } from '../fields/service.ts';
import { type JsonSchema, SchemaBook } from './schema-book.ts';

const closed = { additionalProperties: false } as const;

/** Served and written forms of one content type; each has an `$id` that begins with the type's slug. */
export interface TypeShapes {
  /** The values as reads serve them. */
  values: TObject;
  entry: TObject;
  list: TObject;
  /** The answer of a write. */
  written: TObject;
  /** Bodies of creations (and of PUT) and of PATCH. */
  create: TObject;
  patch: TObject;
}

/** What the API serves and takes for a content type (specification: read-forms). */
export function shapesOf(type: TypeRecord, types: TypesBySlug): TypeShapes {
  const { slug } = type;
  const served = (field: Field) => Nullable(servedTop(field, types));
  const values = keyed(type, `${slug}.values`, served);
  const entry = Type.Object({ ...Entry.properties, values }, { $id: `${slug}.entry`, ...closed });
  return {
    values,
    entry,
    list: Type.Object(
      { ...EntryList.properties, data: Type.Array(entry) },
      { $id: `${slug}.list`, ...closed },
    ),
    written: Type.Object({ ...WrittenEntry.properties, values }, { $id: `${slug}.written`, ...closed }),
    create: Type.Object(
      { ...CreateEntry.properties, values: writtenValues(type, 'whole') },
      { $id: `${slug}.create`, ...closed },
    ),
    patch: Type.Object(
      { ...PatchEntry.properties, values: Type.Optional(writtenValues(type, 'changes')) },
      { $id: `${slug}.patch`, ...closed, ...changesSomething },
    ),
  };
}

/**
 * JSON Schema 2020-12 of what `GET /v1/content/{type}` answers: a singleton's values; of a collection a page of
 * entries, or the one entry that is read below it.
 */
export function responseShape(type: TypeRecord, types: TypesBySlug): JsonSchema {
  const book = new SchemaBook('#/$defs/');
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

/** Values as they are written: the whole of an entry, or the fields that change. Null clears a field. */
export function writtenValues(type: TypeRecord, part: 'whole' | 'changes'): TObject {
  const values = keyed(type, `${type.slug}.${part === 'whole' ? 'input' : 'changes'}`, (field) => {
    const written = fieldKindOf(field).written(field);
    if (field.options.required !== true) return Type.Optional(Nullable(written));
    const isNeeded = part === 'whole' && (field.options.default ?? null) === null;
    return isNeeded ? filled(written) : Type.Optional(filled(written));
  });
  if (part === 'changes' || type.kind === 'collection') return values;
  // A singleton is replaced as a whole, without defaults.
  const required = type.fields.filter(({ options }) => options.required === true).map(({ key }) => key);
  return Type.Object(values.properties, { ...values, 'x-document': { required } });
}

/** Documents also say that a required field takes nothing empty. */
function filled(written: TSchema): TSchema {
  const told = written['x-document'] as JsonSchema | undefined;
  if (written['type'] === 'array') return { ...written, 'x-document': { ...told, minItems: 1 } };
  if (written['type'] !== 'string' || written['enum'] !== undefined || told?.['anyOf'] !== undefined)
    return written;
  return { ...written, 'x-document': { ...told, minLength: Math.max(1, Number(written['minLength'] ?? 0)) } };
}

/** Every field by its key, with its label as the title. */
function keyed(type: TypeRecord, id: string, schemaOf: (field: Field) => TSchema): TObject {
  const properties = type.fields.map((field) => {
    const schema = schemaOf(field);
    const description = [schema.description, field.options.help]
      .filter((text) => (text ?? '') !== '')
      .join('. ');
    const words = description === '' ? {} : { description };
    return [field.key, { ...schema, title: field.label, ...words }] as const;
  });
  return Type.Object(Object.fromEntries(properties), { $id: id, ...closed });
}

function servedTop(field: Field, types: TypesBySlug): TSchema {
  if (field.type === 'reference') return referenced(field, types);
  if (field.type === 'reference_list') return Type.Array(Nullable(referenced(field, types)));
  return fieldKindOf(field).served(field);
}

/** Forms of referenced entries by type: hundreds of fields may lead to the same one. */
const known = new WeakMap<TypesBySlug, Map<string, TSchema>>();

/** A referenced entry with the values of its type; a target that is gone reads null always. */
function referenced(field: Field, types: TypesBySlug): TSchema {
  const target = types.get(field.options.content_type ?? '');
  if (target === undefined) return ReferencedEntry;
  const forms = known.get(types) ?? new Map<string, TSchema>();
  const form = forms.get(target.slug) ?? referencedForm(target);
  known.set(types, forms.set(target.slug, form));
  return form;
}

function referencedForm(target: TypeRecord): TSchema {
  const values = keyed(target, `${target.slug}.referenced_values`, (inner) => Nullable(servedInside(inner)));
  return Type.Object(
    { ...ReferencedEntry.properties, type: Type.Literal(target.slug), values },
    { $id: `${target.slug}.referenced`, ...closed },
  );
}

/** References inside a reference stay ids (specification: read-forms). */
function servedInside(field: Field): TSchema {
  if (field.type === 'reference') return Type.String();
  if (field.type === 'reference_list') return Type.Array(Type.String());
  return fieldKindOf(field).served(field);
}

/** What one filter takes: a value as it is served, an id, a list of these, or a yes or no. */
export function filterShape(field: Field, operator: Operator): TSchema {
  if (operator === 'is_null') return Type.Boolean();
  const served = fieldKindOf(field).served(field);
  const isScalar = ['string', 'number', 'boolean'].includes(String(served['type']));
  const value = isScalar ? served : Type.String({ description: 'an id' });
  const told = { 'x-document': { minItems: 1, maxItems: limits.in_values_max } };
  return operator === 'in' ? Type.Array(value, told) : value;
}

/** The values of `sort` that a type takes. */
export function sortsOf(type: TypeRecord): string[] {
  const sortable = type.fields
    .filter((field) => fieldKindOf(field).sortKey !== undefined)
    .map(({ key }) => key);
  return [...sortable, 'created_at', 'published_at', 'updated_at'].flatMap((key) => [key, `-${key}`]);
}
