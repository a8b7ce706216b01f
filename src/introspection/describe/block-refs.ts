import { type TSchema, Type } from '@sinclair/typebox';
import { idPattern } from '../../contract/ids.ts';
import { limits } from '../../contract/limits.ts';
import { type BlocksBySlug, type Field, reachableBlocks } from '../../content/index.ts';
import { closed } from '../object-of-fields.ts';

/** The forms of a block, by the end of their names. */
type BlockForm = 'block' | 'block_inside' | 'block_input' | 'block_changes' | 'block_item';

/** The id of a block. */
export const blockId = Type.String({ 'x-document': { pattern: idPattern('block') } });

/** Refers to a form that is added elsewhere, because blocks can contain themselves. */
function formOf(slug: string, form: BlockForm): TSchema {
  return Type.Unsafe({ 'x-form': `${slug}.${form}` });
}

function anyOf(field: Field, formFor: (slug: string) => BlockForm): TSchema {
  const slugs = field.options.blocks ?? [];
  const mapping = Object.fromEntries(
    slugs.map((slug) => [slug, `#/components/schemas/${slug}.${formFor(slug)}`]),
  );
  return Type.Unsafe({
    oneOf: slugs.map((slug) => formOf(slug, formFor(slug))),
    'x-document': { discriminator: { propertyName: 'block', mapping } },
  });
}

/** A list of blocks as reads serve it. */
export function servedBlocks(field: Field): TSchema {
  return Type.Array(anyOf(field, () => 'block'));
}

/** A list of blocks inside a referenced entry. */
export function servedBlocksInside(field: Field, blocks: BlocksBySlug): TSchema {
  return Type.Array(anyOf(field, (slug) => (differsInside(slug, blocks) ? 'block_inside' : 'block')));
}

/** Whether a block has another form inside a referenced entry, where its references are ids. */
export function differsInside(slug: string, blocks: BlocksBySlug): boolean {
  const reachedBlocks = reachableBlocks(blocks.get(slug)?.fields ?? [], blocks).add(slug);
  return [...reachedBlocks].some((reachedSlug) =>
    blocks.get(reachedSlug)?.fields.some(({ type }) => type === 'reference' || type === 'reference_list'),
  );
}

/** A list of blocks in a creation or replacement. */
export function writtenBlocks(field: Field): TSchema {
  const maxItems = field.options.max_items ?? limits.blocks_per_entry_max;
  return Type.Array(
    anyOf(field, () => 'block_input'),
    { maxItems },
  );
}

/** An item of the list of a PATCH: an id, changes of an existing block, or a new block. */
function changedItem(field: Field): TSchema {
  const existingBlock = Type.Object(
    { id: blockId, values: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
    { ...closed, description: 'A block that the entry already has. Omitted values stay unchanged.' },
  );
  const slugs = field.options.blocks ?? [];
  return Type.Union([blockId, existingBlock, ...slugs.map((slug) => formOf(slug, 'block_item'))]);
}

/** The new list of a PATCH, also for lists inside its blocks. */
export function changedList(field: Field): TSchema {
  return Type.Array(changedItem(field));
}

/** A PATCH of blocks: the new list, or an object of changes by block id. */
export function changedBlocks(field: Field, blocks: BlocksBySlug): TSchema {
  const atAnyDepth = [...reachableBlocks([field], blocks)];
  const parts = Type.Record(
    Type.String(),
    Type.Union([...atAnyDepth.map((slug) => formOf(slug, 'block_changes')), Type.Null()]),
    { description: 'Changes of existing blocks at any depth, by their ids. Null removes a block.' },
  );
  return Type.Union([changedList(field), parts]);
}
