import { type TSchema, Type } from '@sinclair/typebox';
import { Nullable } from '../../contract/listing.ts';
import {
  type BlocksBySlug,
  type Field,
  fieldKindOf,
  reachedFrom,
  type TypesBySlug,
} from '../../content/index.ts';
import { blockId as id, changedList, differsInside, writtenBlocks } from './block-refs.ts';
import { filled, isAlwaysRequired } from './filled.ts';
import { closed, keyed } from '../keyed.ts';
import { servedInside, servedTop } from './served-shapes.ts';

/**
 * The forms of every block that these fields lead to, each under its own name: as reads serve it, inside a referenced
 * entry where that differs, and as it is written.
 */
export function blockForms(
  fields: readonly Field[],
  types: TypesBySlug,
  part: 'read' | 'write' | 'all',
): TSchema[] {
  const { blocks } = types;
  const own = reachedFrom(fields, blocks);
  const tx = [...reachedFrom(referencedFields(fields, types), blocks)];
  const alike = tx.filter((slug) => !differsInside(slug, blocks));
  const read = [
    ...[...new Set([...own, ...alike])].map((slug) => servedForm(slug, types)),
    ...tx.filter((slug) => differsInside(slug, blocks)).map((slug) => insideForm(slug, blocks)),
  ];
  if (part === 'read') return read;
  const written = [...own].flatMap((slug) => [
    inputForm(slug, blocks),
    itemForm(slug, blocks),
    changesForm(slug, blocks),
  ]);
  return part === 'write' ? written : [...read, ...written];
}

/** The fields of the types that these fields refer to, also from within blocks. */
function referencedFields(fields: readonly Field[], types: TypesBySlug): Field[] {
  const own = [
    ...fields,
    ...[...reachedFrom(fields, types.blocks)].flatMap((slug) => fieldsOf(slug, types.blocks)),
  ];
  return own.flatMap(({ options }) => types.get(options.content_type ?? '')?.fields ?? []);
}

function fieldsOf(slug: string, blocks: BlocksBySlug): readonly Field[] {
  return blocks.get(slug)?.fields ?? [];
}

function servedForm(slug: string, types: TypesBySlug): TSchema {
  const shape = { fields: fieldsOf(slug, types.blocks) };
  const values = keyed(shape, `${slug}.block_values`, (field) => Nullable(servedTop(field, types)));
  return Type.Object({ id, block: Type.Literal(slug), values }, { $id: `${slug}.block`, ...closed });
}

function insideForm(slug: string, blocks: BlocksBySlug): TSchema {
  const shape = { fields: fieldsOf(slug, blocks) };
  const values = keyed(shape, `${slug}.block_inside_values`, (field) =>
    Nullable(servedInside(field, blocks)),
  );
  return Type.Object({ id, block: Type.Literal(slug), values }, { $id: `${slug}.block_inside`, ...closed });
}

function inputForm(slug: string, blocks: BlocksBySlug): TSchema {
  const shape = { fields: fieldsOf(slug, blocks) };
  const isNeeded = (field: Field) => isAlwaysRequired(field) && (field.options.default ?? null) === null;
  const input = keyed(shape, `${slug}.block_input_values`, (field) => {
    const written = field.type === 'blocks' ? writtenBlocks(field) : fieldKindOf(field).written(field);
    return isNeeded(field) ? filled(written) : Type.Optional(Nullable(written));
  });
  const values = shape.fields.some(isNeeded) ? input : Type.Optional(input);
  return Type.Object(
    { id: Type.Optional(id), block: Type.Literal(slug), values },
    { $id: `${slug}.block_input`, ...closed },
  );
}

/** What changes a block where it stands, at any depth: its lists are emptied alone, their blocks have ids of their own. */
function changesForm(slug: string, blocks: BlocksBySlug): TSchema {
  const emptied = Type.Array(Type.Unknown(), { maxItems: 0 });
  return changedValues(slug, blocks, { form: 'block_changes', listOf: () => emptied });
}

/** An item of the list of a PATCH: a new block, or one of the entry's own with some of its values. */
function itemForm(slug: string, blocks: BlocksBySlug): TSchema {
  const values = changedValues(slug, blocks, { form: 'block_item_values', listOf: changedList });
  return Type.Object(
    { id: Type.Optional(id), block: Type.Literal(slug), values: Type.Optional(values) },
    { $id: `${slug}.block_item`, ...closed },
  );
}

function changedValues(
  slug: string,
  blocks: BlocksBySlug,
  { form, listOf }: { form: string; listOf: (field: Field) => TSchema },
): TSchema {
  return keyed({ fields: fieldsOf(slug, blocks) }, `${slug}.${form}`, (field) => {
    const written = field.type === 'blocks' ? listOf(field) : fieldKindOf(field).written(field);
    return Type.Optional(Nullable(written));
  });
}
