import type { BlockRecord, BlocksBySlug } from './blocks/schema.ts';
import type { TypeRecord } from './schema.ts';

/** All types of a release, by slug, in order, with the blocks that their entries may have. */
export interface TypesBySlug extends ReadonlyMap<string, TypeRecord> {
  /** Empty while no type has a field for them. */
  readonly blocks: BlocksBySlug;
}

/** Types and blocks of a release as they travel together. */
export function withBlocks(types: readonly TypeRecord[], blocks: readonly BlockRecord[]): TypesBySlug {
  const bySlug = new Map(types.map((type) => [type.slug, type]));
  return Object.assign(bySlug, { blocks: new Map(blocks.map((block) => [block.slug, block])) });
}
