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
import { closed, keyed } from '../keyed.ts';

/** A field as reads serve it, with its references resolved. */
export function servedTop(field: Field, types: TypesBySlug): TSchema {
  if (field.type === 'blocks') return servedBlocks(field);
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
  const form = forms.get(target.slug) ?? referencedForm(target, types.blocks);
  known.set(types, forms.set(target.slug, form));
  return form;
}

function referencedForm(target: TypeRecord, blocks: BlocksBySlug): TSchema {
  const values = keyed(target, `${target.slug}.referenced_values`, (inner) =>
    Nullable(servedInside(inner, blocks)),
  );
  return Type.Object(
    { ...ReferencedEntry.properties, type: Type.Literal(target.slug), values },
    { $id: `${target.slug}.referenced`, ...closed },
  );
}

/** References inside a reference stay ids (specification: read-forms). */
export function servedInside(field: Field, blocks: BlocksBySlug): TSchema {
  if (field.type === 'blocks') return servedBlocksInside(field, blocks);
  if (field.type === 'reference') return Type.String();
  if (field.type === 'reference_list') return Type.Array(Type.String());
  return fieldKindOf(field).served(field);
}
