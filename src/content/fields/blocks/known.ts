import type { Block } from '../../../contract/fields/blocks.ts';
import type { Field } from '../schema.ts';
import { blocksOf, type BlockShapes } from '../walk.ts';

/** What the snapshots that a write changes have in one `blocks` field. */
export interface KnownBlocks {
  /** One list for each snapshot, the draft's first. */
  readonly snapshots: readonly (readonly Block[])[];
  /** Slugs by id: the draft's first. */
  readonly slugs: ReadonlyMap<string, readonly string[]>;
  /** The blocks that stand around each, from the nearest on, in any snapshot. */
  readonly around: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Gathers the blocks of a field, at all depths, from each snapshot. */
export function knownBlocks(
  { field, blocks }: { field: Field; blocks: BlockShapes },
  snapshots: readonly (readonly Block[])[],
): KnownBlocks {
  const slugs = new Map<string, string[]>();
  const around = new Map<string, Set<string>>();
  for (const list of snapshots) {
    for (const { block, owner } of blocksOf({ fields: [field], blocks }, { [field.key]: list })) {
      const had = slugs.get(block.id) ?? [];
      slugs.set(block.id, had.includes(block.block) ? had : [...had, block.block]);
      const outer = around.get(block.id) ?? new Set<string>();
      if (owner !== null) for (const id of [owner.id, ...(around.get(owner.id) ?? [])]) outer.add(id);
      around.set(block.id, outer);
    }
  }
  return { snapshots, slugs, around };
}
