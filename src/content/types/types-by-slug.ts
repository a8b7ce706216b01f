import type { BlockRecord, BlocksBySlug } from './blocks/schema.ts';
import type { TypeRecord } from './schema.ts';

/** All types of a release, by slug, in order, with the blocks that their entries can contain. */
export interface TypesBySlug extends ReadonlyMap<string, TypeRecord> {
  /** Empty if no type has a field for blocks. */
  readonly blocks: BlocksBySlug;
  /** Set only for API descriptions: whether the project has several locales, so that blocks can be limited to some. */
  readonly hasLocales?: boolean;
}

/** Combines the types and blocks of a release. */
export function withBlocks(types: readonly TypeRecord[], blocks: readonly BlockRecord[]): TypesBySlug {
  const bySlug = new Map(types.map((type) => [type.slug, type]));
  return Object.assign(bySlug, { blocks: new Map(blocks.map((block) => [block.slug, block])) });
}
