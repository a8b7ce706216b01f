import { apiError } from '../../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../../contract/errors/suggest.ts';
import type { BlockRecord } from '../schema.ts';

/** Returns a block by its slug. @throws unknown_block with `available_blocks` */
export function blockIn(blocks: readonly BlockRecord[], slug: string): BlockRecord {
  const block = blocks.find((each) => each.slug === slug);
  if (block !== undefined) return block;
  const available = blocks.map((each) => each.slug);
  const hints = { param: 'block', did_you_mean: didYouMean(slug, available), available_blocks: available };
  throw apiError('unknown_block', { slug: slug.slice(0, 80) }, hints);
}
