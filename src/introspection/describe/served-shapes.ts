import { type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '../../contract/listing.ts';
import {
  type BlocksBySlug,
  type Field,
  fieldKindOf,
  ReferencedEntry,
  type TypeRecord,
  type TypesBySlug,
} from '../../content/index.ts';
import { servedBlocks, servedBlocksInside } from './block-refs.ts';
import { closed, objectOfFields } from '../object-of-fields.ts';

/** Returns the form of a field in reads, with its references resolved. */
export function servedTop(field: Field, types: TypesBySlug): TSchema {
  if (field.type === 'blocks') return servedBlocks(field);
  if (field.type === 'reference') return referencedEntryForm(field, types);
  if (field.type === 'reference_list') return Type.Array(Nullable(referencedEntryForm(field, types)));
  return fieldKindOf(field).served(field);
}

/** Forms of referenced entries by type, because hundreds of fields can refer to one type. */
const formCache = new WeakMap<TypesBySlug, Map<string, TSchema>>();

/** Returns the form of a referenced entry with the values of its type, if the type exists. */
function referencedEntryForm(field: Field, types: TypesBySlug): TSchema {
  const target = types.get(field.options.content_type ?? '');
  if (target === undefined) return ReferencedEntry;
  const forms = formCache.get(types) ?? new Map<string, TSchema>();
  const form = forms.get(target.slug) ?? referencedForm(target, types.blocks);
  formCache.set(types, forms.set(target.slug, form));
  return form;
}

function referencedForm(target: TypeRecord, blocks: BlocksBySlug): TSchema {
  const values = objectOfFields(target, `${target.slug}.referenced_values`, (inner) =>
    Nullable(servedInside(inner, blocks)),
  );
  return Type.Object(
    { ...ReferencedEntry.properties, type: Type.Literal(target.slug), values },
    { $id: `${target.slug}.referenced`, ...closed },
  );
}

/** Returns the form of a field inside a referenced entry, where references are ids (specification: read-forms). */
export function servedInside(field: Field, blocks: BlocksBySlug): TSchema {
  if (field.type === 'blocks') return servedBlocksInside(field, blocks);
  if (field.type === 'reference') return Type.String();
  if (field.type === 'reference_list') return Type.Array(Type.String());
  return fieldKindOf(field).served(field);
}
