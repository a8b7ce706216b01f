import { groups } from '../../contract/events/cache-tags.ts';
import { loadAllBlocks, loadTypes, type TypesBySlug } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';

/**
 * Loads the types of the release and all of its blocks, including unused ones. The map is new for each description,
 * because shapes store their results in it.
 */
export async function loadDescribedTypes(context: ReleaseContext): Promise<TypesBySlug> {
  context.cacheTags?.note(groups.types);
  const types = await loadTypes(context);
  const blocks = types.blocks.size > 0 ? types.blocks : await loadAllBlocks(context);
  return Object.assign(new Map(types), { blocks });
}
