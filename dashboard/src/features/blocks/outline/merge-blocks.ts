import { isEqual } from '../../editing/conflict/equal.ts';
import type { Conflict, MergeInput, MergeResult, Values } from '../../editing/conflict/merge.ts';
import { parseLeafKey } from './flatten.ts';
import { mergeOutlines } from './merge-outlines.ts';
import { ownersOf, findBlock, idsOf, type Outline, outlineOf } from './outline.ts';

/**
 * Merges changes of blocks after someone else saved: values field by field, orders as outlines. A person decides if both
 * sides reordered the same blocks, or if one side removed what the other one edited.
 */
export function mergeBlocks(input: MergeInput): MergeResult {
  const tops = new Set(
    Object.keys(input.mine).flatMap((name) => {
      const leaf = parseLeafKey(name);
      return leaf === null ? (isOrder(input, name) ? [name] : []) : [leaf.top];
    }),
  );
  const results = [...tops].map((top) => mergeField(input, top));
  return {
    values: Object.assign({}, ...results.map(({ values }) => values)) as Values,
    conflicts: results.flatMap(({ conflicts }) => conflicts),
  };
}

function isOrder({ base, mine, theirs }: MergeInput, name: string): boolean {
  return [base, mine, theirs].some((values) => outlineOf(values[name]).length > 0);
}

function mergeField(input: MergeInput, top: string): MergeResult {
  const { before, base, mine, theirs } = input;
  const isOrdered = Object.hasOwn(mine, top);
  const sides = {
    base: outlineOf(isOrdered ? base[top] : before[top]),
    mine: outlineOf(isOrdered ? mine[top] : before[top]),
    theirs: outlineOf(theirs[top]),
  };
  const restoredMine = editedHereRemovedThere(input, top, sides);
  const restoredTheirs = editedThereRemovedHere(input, top, sides);
  if (!isOrdered && restoredMine.size === 0) return { values: {}, conflicts: [] };
  const preferMine = mergeOutlines(sides, { prefer: 'mine', keepIds: restoredMine });
  const preferTheirs = mergeOutlines(sides, { prefer: 'theirs', keepIds: restoredTheirs });
  const values: Record<string, unknown> = { [top]: preferMine.outline };
  for (const [name, value] of Object.entries(before)) {
    const leaf = parseLeafKey(name);
    if (leaf?.top === top && restoredMine.has(leaf.id))
      values[name] = Object.hasOwn(mine, name) ? mine[name] : value;
  }
  for (const name of Object.keys(mine)) {
    const leaf = parseLeafKey(name);
    if (leaf?.top === top && restoredMine.has(leaf.id)) values[name] = mine[name];
  }
  const needsDecision = restoredMine.size > 0 || restoredTheirs.size > 0 || preferMine.isDisputed;
  const conflict: Conflict = {
    key: top,
    mine: preferMine.outline,
    theirs: preferTheirs.outline,
    fallback: preferTheirs.outline,
  };
  return {
    values,
    conflicts: needsDecision && !isEqual(preferMine.outline, preferTheirs.outline) ? [conflict] : [],
  };
}

interface Sides {
  base: Outline;
  mine: Outline;
  theirs: Outline;
}

/** Blocks that this draft edited and the other side removed, with the blocks around and inside them. */
function editedHereRemovedThere({ mine, theirs }: MergeInput, top: string, sides: Sides): Set<string> {
  const names = Object.keys(mine).filter((name) => !isEqual(mine[name], theirs[name]));
  return editedAndRemoved(names, top, { base: sides.base, edited: sides.mine, removed: sides.theirs });
}

/** Blocks that the other side edited and this draft removed, with the blocks around and inside them. */
function editedThereRemovedHere({ before, theirs }: MergeInput, top: string, sides: Sides): Set<string> {
  const names = Object.keys({ ...before, ...theirs }).filter((name) => !isEqual(before[name], theirs[name]));
  return editedAndRemoved(names, top, { base: sides.base, edited: sides.theirs, removed: sides.mine });
}

function editedAndRemoved(
  editedNames: readonly string[],
  top: string,
  { base, edited, removed }: { base: Outline; edited: Outline; removed: Outline },
): Set<string> {
  const ids = new Set<string>();
  for (const name of editedNames) {
    const leaf = parseLeafKey(name);
    if (leaf?.top !== top) continue;
    const wasRemoved = findBlock(base, top, leaf.id) !== null && findBlock(removed, top, leaf.id) === null;
    const block = findBlock(edited, top, leaf.id);
    if (!wasRemoved || block === null) continue;
    for (const id of [...idsOf(block.item), ...ownersOf(edited, top, leaf.id)]) ids.add(id);
  }
  return ids;
}
