import { limits } from '../../../../../src/contract/limits.ts';
import type { Field } from '../../../../../src/content/fields/schema.ts';
import { counted } from '../../../components/base/counted.ts';
import type { Values } from '../../editing/conflict/merge.ts';
import { type Definitions, nameOf } from './definitions.ts';
import { countOf, isOutline, type Outline } from './outline.ts';

/** What should come into a list. */
export interface Coming {
  slugs: readonly string[];
  /** How many blocks come with them, at all depths. */
  count: number;
  /** How many levels they take. */
  height: number;
}

interface Room {
  field: Field;
  list: Outline;
  /** Of the list: 1 for the field's own. */
  level: number;
  /** How many blocks the entry has. */
  total: number;
  definitions: Definitions;
}

/** Why these blocks cannot stand in a list, in words; null where they can. */
export function refusalOf({ slugs, count, height }: Coming, room: Room): string | null {
  const { field, list, level, total, definitions } = room;
  const { blocks = [], max_items: most, max_of: mostOf = {} } = field.options;
  const strange = slugs.find((slug) => !blocks.includes(slug));
  if (strange !== undefined) return `${field.label} does not take ${nameOf(definitions, strange)}`;
  if (level + height - 1 > limits.blocks_depth_max)
    return `Lists stand in at most ${limits.blocks_depth_max} levels`;
  if (most !== undefined && list.length + slugs.length > most)
    return `${field.label} takes at most ${counted(most, 'block')}`;
  if (total + count > limits.blocks_per_entry_max)
    return `An entry has at most ${limits.blocks_per_entry_max} blocks`;
  for (const slug of new Set(slugs)) {
    const bound = mostOf[slug];
    const there = [...list.map(({ block }) => block), ...slugs].filter((one) => one === slug).length;
    if (bound !== undefined && there > bound)
      return `${field.label} takes at most ${bound} of ${nameOf(definitions, slug)}`;
  }
  return null;
}

/** How many blocks an entry has, in all of its fields as they are typed now. */
export function totalOf(draft: Values, valueOf: (key: string) => unknown): number {
  return Object.keys(draft).reduce((sum, key) => {
    const value = key.includes('/') ? null : valueOf(key);
    return sum + (isOutline(value) ? countOf(value) : 0);
  }, 0);
}
