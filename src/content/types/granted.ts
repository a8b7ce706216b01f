import { opensRelease, type ReleaseDb } from '../../core/mongo/index.ts';
import { reachedFrom } from './blocks/settle/reach.ts';
import { type TypesBySlug, withBlocks } from './types-by-slug.ts';

/** Those of the types that the handle's caller was given, with the blocks that stand in them (specification: access). */
export function grantedTypes({ narrowing, releaseId }: ReleaseDb, types: TypesBySlug): TypesBySlug {
  if (narrowing === null) return types;
  const { areas, types: slugs } = narrowing;
  const hasContent = areas === null || areas.includes('content');
  if (!hasContent || !opensRelease(narrowing, releaseId)) return withBlocks([], []);
  if (slugs === null) return types;
  const granted = [...types.values()].filter(({ slug }) => slugs.includes(slug));
  const reached = reachedFrom(
    granted.flatMap(({ fields }) => fields),
    types.blocks,
  );
  return withBlocks(
    granted,
    [...types.blocks.values()].filter(({ slug }) => reached.has(slug)),
  );
}
