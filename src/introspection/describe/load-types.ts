import { groups } from '../../contract/events/cache-tags.ts';
import {
  type BlockRecord,
  loadAllBlocks,
  loadTypes,
  reachableBlocks,
  typeIn,
  type TypeRecord,
  type TypesBySlug,
} from '../../content/index.ts';
import type { ReleaseContext } from '../../core/context/index.ts';

/**
 * Loads the types of the release and all of its blocks, including unused ones. The map is new for each description,
 * because shapes store their results in it.
 */
export async function loadDescribedTypes(context: ReleaseContext): Promise<TypesBySlug> {
  context.cacheTags?.note(groups.types);
  const types = await loadTypes(context);
  const blocks = types.blocks.size > 0 ? types.blocks : await loadAllBlocks(context);
  const hasLocales = context.project.locales.list.length > 1;
  return Object.assign(new Map(types), { blocks, hasLocales });
}

/** The types that a description contains, and their blocks. */
export interface DescribedDefinitions {
  types: readonly TypeRecord[];
  blocks: readonly BlockRecord[];
}

/**
 * Selects types by their slugs, separated by commas, with the blocks that they can contain. Without slugs: all.
 * @throws unknown_content_type with `available_types`
 */
export function selectDefinitions(all: TypesBySlug, slugs?: string): DescribedDefinitions {
  if (slugs === undefined) return { types: [...all.values()], blocks: [...all.blocks.values()] };
  const selected = new Set(slugs.split(',').map((slug) => typeIn(all, slug.trim(), 'types')));
  const types = [...all.values()].filter((type) => selected.has(type));
  const fields = types.flatMap((type) => type.fields);
  const reached = reachableBlocks(fields, all.blocks);
  return { types, blocks: [...all.blocks.values()].filter(({ slug }) => reached.has(slug)) };
}
