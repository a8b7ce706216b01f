import { apiError } from '../../../../contract/errors/api-error.ts';
import { didYouMean } from '../../../../contract/errors/suggest.ts';
import type { BlockRecord } from '../schema.ts';

/** One of the definitions of a release. @throws unknown_block with `available_blocks` */
export function blockAmong(found: readonly BlockRecord[], slug: string): BlockRecord {
  const block = found.find((one) => one.slug === slug);
  if (block !== undefined) return block;
  const available = found.map((one) => one.slug);
  const hints = { param: 'block', did_you_mean: didYouMean(slug, available), available_blocks: available };
  throw apiError('unknown_block', { slug: slug.slice(0, 80) }, hints);
}
