import { groups } from '../../contract/events/cache-tags.ts';
import { loadAllBlocks, loadTypes, type TypesBySlug } from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';

/**
 * The types of the release with all of its blocks, those too that no type leads to, in a map of the one description's
 * own: what shapes remember of it goes with it.
 */
export async function loadDescribedTypes(context: ReleaseContext): Promise<TypesBySlug> {
  context.cacheTags?.note(groups.types);
  const types = await loadTypes(context);
  const blocks = types.blocks.size > 0 ? types.blocks : await loadAllBlocks(context);
  return Object.assign(new Map(types), { blocks });
}
