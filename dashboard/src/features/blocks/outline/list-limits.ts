import { limits } from '../../../../../src/contract/limits.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { counted } from '../../../components/base/counted.ts';
import type { Values } from '../../editing/conflict/merge.ts';
import { type Definitions, blockName } from './definitions.ts';
import { countOf, isOutline, type Outline } from './outline.ts';

/** Blocks that should be added to a list. */
export interface IncomingBlocks {
  slugs: readonly string[];
  /** Number of blocks at all depths. */
  count: number;
  /** Number of levels. */
  height: number;
}

interface TargetList {
  field: Field;
  list: Outline;
  /** Level of the list; the field's own list is 1. */
  level: number;
  /** Number of blocks in the entry. */
  total: number;
  definitions: Definitions;
}

/** Why a list cannot accept these blocks, as a sentence; null if it can. */
export function rejectionReason({ slugs, count, height }: IncomingBlocks, target: TargetList): string | null {
  const { field, list, level, total, definitions } = target;
  const { blocks = [], max_items: maxItems, max_of: maxBySlug = {} } = field.options;
  const unsupported = slugs.find((slug) => !blocks.includes(slug));
  if (unsupported !== undefined) return `${field.label} does not take ${blockName(definitions, unsupported)}`;
  if (level + height - 1 > limits.blocks_depth_max)
    return `Lists can be nested at most ${limits.blocks_depth_max} levels deep`;
  if (maxItems !== undefined && list.length + slugs.length > maxItems)
    return `${field.label} takes at most ${counted(maxItems, 'block')}`;
  if (total + count > limits.blocks_per_entry_max)
    return `An entry has at most ${limits.blocks_per_entry_max} blocks`;
  for (const slug of new Set(slugs)) {
    const max = maxBySlug[slug];
    const sameBlocks = [...list.map(({ block }) => block), ...slugs].filter((one) => one === slug).length;
    if (max !== undefined && sameBlocks > max)
      return `${field.label} takes at most ${max} of ${blockName(definitions, slug)}`;
  }
  return null;
}

/** Number of blocks in all fields of an entry, including unsaved changes. */
export function countBlocks(draft: Values, valueOf: (key: string) => unknown): number {
  return Object.keys(draft).reduce((sum, key) => {
    const value = key.includes('/') ? null : valueOf(key);
    return sum + (isOutline(value) ? countOf(value) : 0);
  }, 0);
}
