import type { Block } from '../../../../../src/contract/fields/blocks.ts';
import { blockChanges } from '../../../../../src/contract/fields/block-changes.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { type Definitions, blockName as nameOfBlock } from '../../blocks/outline/definitions.ts';
import { isBlockList, assembleList } from '../../blocks/outline/flatten.ts';
import { isOutline } from '../../blocks/outline/outline.ts';
import type { Values } from '../conflict/merge.ts';
import type { BlockDifference, FieldDifference } from './difference.ts';

type DifferencesOf = (fields: readonly Field[], before: Values, after: Values) => FieldDifference[];

/** What differs between two states of a `blocks` field, block by block in the order of the page. */
export function blockDifferences(
  field: Field,
  { before, after, definitions }: { before: Values; after: Values; definitions: Definitions },
  differencesOf: DifferencesOf,
): BlockDifference[] {
  const old = blocksIn(before, field.key);
  const now = blocksIn(after, field.key);
  const was = byId(old);
  const is = byId(now);
  const state = (list: readonly Block[]) => ({ list, blocks: definitions });
  return blockChanges(field.key, state(old), state(now)).map(({ id, block, change, path }) => {
    const own = (definitions.get(block)?.fields ?? []).filter(({ type }) => type !== 'blocks');
    const from = change === 'added' ? {} : (was.get(id)?.values ?? {});
    const to = change === 'removed' ? {} : (is.get(id)?.values ?? {});
    return {
      id,
      change,
      title: titleOf(change === 'removed' ? from : to, block, definitions),
      depth: path.split('.values.').length - 1,
      fields: differencesOf(own, from, to),
    };
  });
}

/** The blocks of a field, whether its values are taken apart or not. */
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

/** A block by its name and what its row shows. */
function titleOf(values: Values, slug: string, definitions: Definitions): string {
  const label = values[definitions.get(slug)?.display_field ?? ''];
  const name = nameOfBlock(definitions, slug);
  return typeof label === 'string' && label !== '' ? `${name} “${label}”` : name;
}
