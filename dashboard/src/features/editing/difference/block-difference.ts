import type { Block } from '../../../../../src/contract/fields/blocks.ts';
import { blockChanges } from '../../../../../src/contract/fields/block-changes.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { type Definitions, blockName as nameOfBlock } from '../../blocks/outline/definitions.ts';
import { isBlockList, assembleList } from '../../blocks/outline/flatten.ts';
import { isOutline } from '../../blocks/outline/outline.ts';
import { isEqual } from '../conflict/equal.ts';
import type { Values } from '../conflict/merge.ts';
import type { BlockDifference, FieldDifference } from './difference.ts';

type DifferencesOf = (fields: readonly Field[], before: Values, after: Values) => FieldDifference[];

/** Compares two states of a `blocks` field, block by block in the order of the list. */
export function blockDifferences(
  field: Field,
  { before, after, definitions }: { before: Values; after: Values; definitions: Definitions },
  differencesOf: DifferencesOf,
): BlockDifference[] {
  const previousBlocks = blocksIn(before, field.key);
  const currentBlocks = blocksIn(after, field.key);
  const previousById = byId(previousBlocks);
  const currentById = byId(currentBlocks);
  const state = (list: readonly Block[]) => ({ list, blocks: definitions });
  return blockChanges(field.key, state(previousBlocks), state(currentBlocks)).map(
    ({ id, block, change, path }) => {
      const plainFields = (definitions.get(block)?.fields ?? []).filter(({ type }) => type !== 'blocks');
      const [previous, current] = [previousById.get(id), currentById.get(id)];
      const from = change === 'added' ? {} : (previous?.values ?? {});
      const to = change === 'removed' ? {} : (current?.values ?? {});
      return {
        id,
        change,
        title: titleOf(change === 'removed' ? from : to, block, definitions),
        depth: path.split('.values.').length - 1,
        fields: differencesOf(plainFields, from, to),
        ...(change === 'removed' ? {} : localeDifference(previous, current)),
      };
    },
  );
}

/** The languages of a block before and after, if they differ. */
function localeDifference(
  previous: Block | undefined,
  current: Block | undefined,
): Pick<BlockDifference, 'locales'> {
  const [before, after] = [previous?.only_locales ?? null, current?.only_locales ?? null];
  return isEqual(before, after) ? {} : { locales: { before, after } };
}

/** The blocks of a field, in either form of its value. */
export function blocksIn(values: Values, key: string): Block[] {
  const value = values[key];
  if (isOutline(value) && value.length > 0) return assembleList(values, key);
  return Array.isArray(value) ? (value as Block[]) : [];
}

function byId(list: readonly Block[], into = new Map<string, Block>()): ReadonlyMap<string, Block> {
  for (const block of list) {
    into.set(block.id, block);
    for (const value of Object.values(block.values)) if (isBlockList(value)) byId(value, into);
  }
  return into;
}

/** The name of a block with its label. */
function titleOf(values: Values, slug: string, definitions: Definitions): string {
  const label = values[definitions.get(slug)?.display_field ?? ''];
  const name = nameOfBlock(definitions, slug);
  return typeof label === 'string' && label !== '' ? `${name} “${label}”` : name;
}
