import { storageKey } from '../../../contract/fields/storage-key.ts';
import type { Block } from '../../../contract/fields/blocks.ts';
import type { Field } from '../schema.ts';
import { blocksOf, type BlockShapes } from '../walk.ts';

/** The blocks of one `blocks` field in the snapshots that a write changes. */
export interface StoredBlocks {
  /** One list for each snapshot, the draft first. */
  readonly snapshots: readonly (readonly Block[])[];
  /** Slugs by block id, the draft's slug first. */
  readonly slugs: ReadonlyMap<string, readonly string[]>;
  /** The stored forms of each block by its id, at most one of each snapshot. */
  readonly stored: ReadonlyMap<string, readonly Block[]>;
  /** Ids of the blocks that enclose each block in any snapshot, innermost first. */
  readonly ancestors: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Gathers the blocks of a field, at all depths, from each snapshot. */
export function gatherStoredBlocks(
  { field, blocks }: { field: Field; blocks: BlockShapes },
  snapshots: readonly (readonly Block[])[],
): StoredBlocks {
  const slugs = new Map<string, string[]>();
  const stored = new Map<string, Block[]>();
  const ancestors = new Map<string, Set<string>>();
  for (const list of snapshots) {
    for (const { block, owner } of blocksOf({ fields: [field], blocks }, { [storageKey(field)]: list })) {
      const slugsOfId = slugs.get(block.id) ?? [];
      stored.set(block.id, [...(stored.get(block.id) ?? []), block]);
      slugs.set(block.id, slugsOfId.includes(block.block) ? slugsOfId : [...slugsOfId, block.block]);
      const ancestorIds = ancestors.get(block.id) ?? new Set<string>();
      if (owner !== null)
        for (const id of [owner.id, ...(ancestors.get(owner.id) ?? [])]) ancestorIds.add(id);
      ancestors.set(block.id, ancestorIds);
    }
  }
  return { snapshots, slugs, stored, ancestors };
}
