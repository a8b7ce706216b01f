import { opensRelease, type ReleaseDb } from '../../core/mongo/index.ts';
import { reachableBlocks } from './blocks/settle/reach.ts';
import type { TypeRecord } from './schema.ts';
import { type TypesBySlug, withBlocks } from './types-by-slug.ts';

/**
 * The types that the caller may use, with the blocks that their fields can contain (specification: access). Blocks of removed
 * fields are included, because a write must find all blocks of an entry.
 */
export function grantedTypes({ narrowing, releaseId }: ReleaseDb, types: TypesBySlug): TypesBySlug {
  if (narrowing === null) return types;
  const { areas, types: slugs } = narrowing;
  const hasContent = areas === null || areas.includes('content');
  if (!hasContent || !opensRelease(narrowing, releaseId)) return withBlocks([], []);
  if (slugs === null) return types;
  const granted = [...types.values()].filter(({ slug }) => slugs.includes(slug));
  const definitions = new Map([...types.blocks].map(([slug, block]) => [slug, withRemoved(block)]));
  const reachableSlugs = reachableBlocks(
    granted.flatMap((type) => withRemoved(type).fields),
    definitions,
  );
  return withBlocks(
    granted,
    [...types.blocks.values()].filter(({ slug }) => reachableSlugs.has(slug)),
  );
}

function withRemoved({ fields, removed }: Pick<TypeRecord, 'fields' | 'removed'>) {
  return { fields: [...fields, ...removed] };
}
