import { type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '../../contract/listing.ts';
import { localeBounds } from '../../projects/index.ts';
import {
  type BlocksBySlug,
  type Field,
  fieldKindOf,
  reachableBlocks,
  type TypesBySlug,
} from '../../content/index.ts';
import { blockId as id, changedList, differsInside, writtenBlocks } from './block-refs.ts';
import { withoutEmpty, isAlwaysRequired } from '../required-values.ts';
import { closed, objectOfFields } from '../object-of-fields.ts';
import { servedInside, servedTop } from './served-shapes.ts';

/**
 * Returns the forms of all blocks that these fields can contain: in reads, inside referenced entries if that differs,
 * and in writes.
 */
export function blockForms(
  fields: readonly Field[],
  types: TypesBySlug,
  part: 'read' | 'write' | 'all',
): TSchema[] {
  const { blocks } = types;
  const ownBlocks = reachableBlocks(fields, blocks);
  const referencedBlocks = [...reachableBlocks(referencedFields(fields, types), blocks)];
  const sharedForms = referencedBlocks.filter((slug) => !differsInside(slug, blocks));
  const readForms = [
    ...[...new Set([...ownBlocks, ...sharedForms])].map((slug) => servedForm(slug, types)),
    ...referencedBlocks.filter((slug) => differsInside(slug, blocks)).map((slug) => insideForm(slug, blocks)),
  ];
  if (part === 'read') return readForms;
  const writeForms = [...ownBlocks].flatMap((slug) => [
    inputForm(slug, types),
    itemForm(slug, types),
    changesForm(slug, blocks),
  ]);
  return part === 'write' ? writeForms : [...readForms, ...writeForms];
}

/** The fields of the types that these fields refer to, also from within blocks. */
function referencedFields(fields: readonly Field[], types: TypesBySlug): Field[] {
  const ownBlocks = [
    ...fields,
    ...[...reachableBlocks(fields, types.blocks)].flatMap((slug) => fieldsOf(slug, types.blocks)),
  ];
  return ownBlocks.flatMap(({ options }) => types.get(options.content_type ?? '')?.fields ?? []);
}

function fieldsOf(slug: string, blocks: BlocksBySlug): readonly Field[] {
  return blocks.get(slug)?.fields ?? [];
}

const localeCodes = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: localeBounds.locales,
  description: 'the codes of the locales that show the block',
});

/** The locales of a block in responses of writes; none in projects with one locale. */
function servedLocales({ hasLocales = false }: TypesBySlug): Record<string, TSchema> {
  return hasLocales ? { only_locales: Type.Optional(localeCodes) } : {};
}

/** The locales of a block in a write; null for all. */
function sentLocales({ hasLocales = false }: TypesBySlug): Record<string, TSchema> {
  return hasLocales ? { only_locales: Type.Optional(Nullable(localeCodes)) } : {};
}

function servedForm(slug: string, types: TypesBySlug): TSchema {
  const shape = { fields: fieldsOf(slug, types.blocks) };
  const values = objectOfFields(shape, `${slug}.block_values`, (field) => Nullable(servedTop(field, types)));
  const keys = { id, block: Type.Literal(slug), values, ...servedLocales(types) };
  return Type.Object(keys, { $id: `${slug}.block`, ...closed });
}

function insideForm(slug: string, blocks: BlocksBySlug): TSchema {
  const shape = { fields: fieldsOf(slug, blocks) };
  const values = objectOfFields(shape, `${slug}.block_inside_values`, (field) =>
    Nullable(servedInside(field, blocks)),
  );
  return Type.Object({ id, block: Type.Literal(slug), values }, { $id: `${slug}.block_inside`, ...closed });
}

function inputForm(slug: string, types: TypesBySlug): TSchema {
  const { blocks } = types;
  const shape = { fields: fieldsOf(slug, blocks) };
  const isNeeded = (field: Field) => isAlwaysRequired(field) && (field.options.default ?? null) === null;
  const input = objectOfFields(shape, `${slug}.block_input_values`, (field) => {
    const value = field.type === 'blocks' ? writtenBlocks(field) : fieldKindOf(field).written(field);
    return isNeeded(field) ? withoutEmpty(value) : Type.Optional(Nullable(value));
  });
  const values = shape.fields.some(isNeeded) ? input : Type.Optional(input);
  return Type.Object(
    { id: Type.Optional(id), block: Type.Literal(slug), values, ...sentLocales(types) },
    { $id: `${slug}.block_input`, ...closed },
  );
}

/** Changes of a block by its id, at any depth. Its lists can only be emptied; their blocks are changed by their own ids. */
function changesForm(slug: string, blocks: BlocksBySlug): TSchema {
  const emptyList = Type.Array(Type.Unknown(), { maxItems: 0 });
  return changedValues(slug, blocks, { form: 'block_changes', listOf: () => emptyList });
}

/** An item of the list of a PATCH: a new block, or an existing block with some of its values. */
function itemForm(slug: string, types: TypesBySlug): TSchema {
  const { blocks } = types;
  const values = changedValues(slug, blocks, { form: 'block_item_values', listOf: changedList });
  return Type.Object(
    {
      id: Type.Optional(id),
      block: Type.Literal(slug),
      values: Type.Optional(values),
      ...sentLocales(types),
    },
    { $id: `${slug}.block_item`, ...closed },
  );
}

function changedValues(
  slug: string,
  blocks: BlocksBySlug,
  { form, listOf }: { form: string; listOf: (field: Field) => TSchema },
): TSchema {
  return objectOfFields({ fields: fieldsOf(slug, blocks) }, `${slug}.${form}`, (field) => {
    const value = field.type === 'blocks' ? listOf(field) : fieldKindOf(field).written(field);
    return Type.Optional(Nullable(value));
  });
}
