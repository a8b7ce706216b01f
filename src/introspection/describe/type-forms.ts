import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '../../contract/listing.ts';
import {
  Entry,
  EntryList,
  EntryMatch,
  type Field,
  inWords,
  reachableBlocks,
  ReferencedEntry,
  type TypeRecord,
  type TypesBySlug,
  WrittenEntry,
} from '../../content/index.ts';
import { closed, objectOfFields } from '../object-of-fields.ts';
import { type JsonSchema, SchemaBook } from '../schema-book.ts';
import { blockForms } from './block-shapes.ts';
import { servedInside, servedTop } from './served-shapes.ts';

/** The forms of one content type in responses. Each refers to what it has in common with the other types. */
export interface TypeForms {
  /** The values as reads serve them. */
  values: TSchema;
  entry: TSchema;
  /** The entry that a look-up finds. */
  match: TSchema;
  list: TSchema;
  /** The response to a write. */
  written: TSchema;
}

const EntryParts = withoutValues(Entry, 'EntryParts');
const EntryMatchParts = withoutValues(EntryMatch, 'EntryMatchParts');
const WrittenEntryParts = withoutValues(WrittenEntry, 'WrittenParts');
const ReferencedEntryParts = withoutValues(ReferencedEntry, 'ReferencedParts');
const EntryListMeta = { ...EntryList.properties.meta, $id: 'EntryListMeta' };

function withoutValues({ properties }: TObject, id: string): TSchema {
  const { values: _values, ...parts } = properties;
  return Type.Object(parts, { $id: id });
}

/** An object with the properties of a shared form and its own, which are all required. */
function extend(parts: TSchema, properties: Record<string, TSchema>, id: string): TSchema {
  return Type.Unsafe({
    $id: id,
    type: 'object',
    allOf: [parts, { required: Object.keys(properties), properties }],
    unevaluatedProperties: false,
  });
}

/** Returns the forms of a content type in responses (specification: read-forms). */
export function typeForms(type: TypeRecord, types: TypesBySlug): TypeForms {
  const { slug } = type;
  const values = valuesForm(type, types, 'top');
  const entry = extend(EntryParts, { values }, `${slug}.entry`);
  return {
    values,
    entry,
    match: extend(EntryMatchParts, { values }, `${slug}.match`),
    list: Type.Object({ data: Type.Array(entry), meta: EntryListMeta }, { $id: `${slug}.list`, ...closed }),
    written: extend(WrittenEntryParts, { values }, `${slug}.written`),
  };
}

/** Field types whose values differ inside a referenced entry. */
const nestedTypes: readonly string[] = ['reference', 'reference_list', 'blocks'];

/** The form of a type's values in an entry, or inside an entry that refers to it. Both share the fields without links. */
function valuesForm(type: TypeRecord, types: TypesBySlug, place: 'top' | 'inside'): TSchema {
  const id = `${type.slug}.${place === 'top' ? 'values' : 'referenced_values'}`;
  const formOf = (field: Field) => {
    const form = place === 'top' ? servedTop(field, types) : servedInside(field, types.blocks);
    return Nullable(field.type === 'date' ? { ...form, $id: 'DateOrTime' } : form);
  };
  const fields = type.fields.map(withoutDefaultLabel);
  const nestedFields = fields.filter((field) => nestedTypes.includes(field.type));
  if (nestedFields.length === 0 || !isReferenced(type, types))
    return objectOfFields({ fields }, `${type.slug}.values`, formOf);
  const plainFields = fields.filter((field) => !nestedTypes.includes(field.type));
  const plain = objectOfFields({ fields: plainFields }, '', formOf);
  const nested = objectOfFields({ fields: nestedFields }, '', formOf);
  const parts = Type.Object(plain.properties, { $id: `${type.slug}.plain` });
  return extend(parts, nested.properties, id);
}

/** A label that only repeats the key needs no title. */
function withoutDefaultLabel(field: Field): Field {
  return field.label === inWords(field.key) ? { ...field, label: '' } : field;
}

/** The slugs of the types that a field of a description refers to. */
const targetCache = new WeakMap<TypesBySlug, ReadonlySet<string>>();

function isReferenced({ slug }: TypeRecord, types: TypesBySlug): boolean {
  const definitions = [...types.values(), ...types.blocks.values()];
  const targets = targetCache.get(types) ?? targetsOf(definitions.flatMap(({ fields }) => fields));
  targetCache.set(types, targets);
  return targets.has(slug);
}

function targetsOf(fields: readonly Field[]): ReadonlySet<string> {
  return new Set(fields.flatMap(({ options }) => options.content_type ?? []));
}

/**
 * Returns the forms of the entries to which these fields refer, also from within blocks. They are added before the forms
 * that refer to them, because a name keeps its first form.
 */
export function referencedForms(fields: readonly Field[], types: TypesBySlug): TSchema[] {
  const blocks = [...reachableBlocks(fields, types.blocks)];
  const targets = targetsOf([...fields, ...blocks.flatMap((slug) => types.blocks.get(slug)?.fields ?? [])]);
  return [...types.values()]
    .filter(({ slug }) => targets.has(slug))
    .map((type) => {
      const values = valuesForm(type, types, 'inside');
      const own = { type: Type.Literal(type.slug), values };
      return extend(ReferencedEntryParts, own, `${type.slug}.referenced`);
    });
}

const dialect = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

/**
 * JSON Schema 2020-12 of descriptions. All named forms are in `definitions`, once for all types, and forms refer to them
 * as `#/$defs/<name>`.
 */
export class DescribedForms {
  readonly #book = new SchemaBook('#/$defs/');
  readonly #types: TypesBySlug;

  constructor(fields: readonly Field[], types: TypesBySlug) {
    this.#types = types;
    for (const form of referencedForms(fields, types)) this.#book.add(form);
    for (const form of blockForms(fields, types, 'read')) this.#book.add(form);
  }

  get definitions(): Record<string, JsonSchema> {
    return this.#book.definitions;
  }

  /** Returns the definitions that were added since the previous call. */
  takeNew(): Record<string, JsonSchema> {
    return this.#book.takeNew();
  }

  /**
   * The response to `GET /v1/content/{type}`: the values of a singleton; for a collection a page of entries or a single
   * entry.
   */
  ofType(type: TypeRecord): JsonSchema {
    const { values, entry, list } = typeForms(type, this.#types);
    if (type.kind === 'singleton') return { ...dialect, title: type.name, ...this.#book.add(values) };
    return {
      ...dialect,
      title: type.name,
      description: `A page of entries (GET /v1/content/${type.slug}), or one entry (GET /v1/content/${type.slug}/{entryId}).`,
      anyOf: [this.#book.add(list), this.#book.add(entry)],
    };
  }

  /** One block as reads serve it: `{id, block, values}`. */
  ofBlock(slug: string): JsonSchema {
    const title = this.#types.blocks.get(slug)?.name ?? slug;
    return { ...dialect, title, $ref: `#/$defs/${slug}.block` };
  }
}
