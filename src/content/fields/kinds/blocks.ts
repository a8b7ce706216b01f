import { Type } from '@sinclair/typebox';
import type { Block } from '../../../contract/fields/blocks.ts';
import { fieldTypeFacts } from '../../../contract/fields/field-types.ts';
import { limits } from '../../../contract/limits.ts';
import { notAllowedError } from '../blocks/block-errors.ts';
import type { FieldKind } from '../kind.ts';

const bound = Type.Integer({
  minimum: 1,
  maximum: limits.blocks_per_entry_max,
  description: `a whole number from 1 to ${limits.blocks_per_entry_max}`,
});

/**
 * Lists of blocks. Reading, merging and serving them needs the block definitions of the release, which a field kind
 * doesn't have: see blocks/read.ts, blocks/merge-blocks.ts and walk.ts.
 */
export const blocksKind: FieldKind = {
  type: 'blocks',
  ...fieldTypeFacts.blocks,
  options: {
    blocks: Type.Array(Type.String(), {
      minItems: 1,
      maxItems: limits.allowed_blocks_max,
      description: `a list of 1 to ${limits.allowed_blocks_max} slugs of blocks`,
    }),
    min_items: bound,
    max_items: bound,
    max_of: Type.Record(Type.String(), bound, {
      description: `an object of whole numbers from 1 to ${limits.blocks_per_entry_max} by slugs of blocks`,
    }),
  },
  neededOptions: ['blocks'],
  normalizeOptions(given) {
    const slugs = given['blocks'] as string[];
    const duplicate = slugs.find((slug, i) => slugs.indexOf(slug) !== i);
    if (duplicate !== undefined) return { why: `The block "${duplicate}" occurs twice.`, at: 'blocks' };
    const { min_items: least, max_items: most, max_of: mostOf = {} } = given;
    if (typeof least === 'number' && typeof most === 'number' && least > most)
      return { why: 'min_items is larger than max_items.', at: 'min_items' };
    const unlistedSlug = Object.keys(mostOf as object).find((slug) => !slugs.includes(slug));
    if (unlistedSlug !== undefined)
      return { why: `max_of names "${unlistedSlug}", which the field does not take.`, at: 'max_of' };
    if (given['default'] !== undefined && given['default'] !== null)
      return { why: 'A blocks field has no default.', at: 'default' };
    const { default: _default, ...options } = given;
    return { options };
  },
  read() {
    throw new Error('blocks are read with what the entry has (blocks/read.ts)');
  },
  isEmpty: (value) => (value as Block[]).length === 0,
  facets: (value) => [...new Set((value as Block[]).map(({ block }) => block))],
  parseFilter(text, { options }, param) {
    const allowedBlocks = options.blocks ?? [];
    if (!allowedBlocks.includes(text)) throw notAllowedError(text, { param, allowed: allowedBlocks });
    return { facet: text };
  },
  filterPath: 'block',
  served: () => Type.Array(Type.Unknown()),
  written: () => Type.Array(Type.Unknown()),
};
