import { isEqual } from '../../editing/conflict/equal.ts';
import type { Clash, Meeting, Met, Values } from '../../editing/conflict/merge.ts';
import { leafOf } from './flat.ts';
import { mergeOutlines } from './merge-outlines.ts';
import { around, find, idsOf, type Outline, outlineOf } from './outline.ts';

/**
 * What changes of blocks become when another person saved: values are compared field by field as everywhere; orders are
 * laid together. A person decides where both put the same blocks in another order, and where one side removed what the
 * other one edited.
 */
export function meetBlocks(meeting: Meeting): Met {
  const tops = new Set(
    Object.keys(meeting.mine).flatMap((name) => {
      const leaf = leafOf(name);
      return leaf === null ? (isOrder(meeting, name) ? [name] : []) : [leaf.top];
    }),
  );
  const met = [...tops].map((top) => meetField(meeting, top));
  return {
    values: Object.assign({}, ...met.map(({ values }) => values)) as Values,
    clashes: met.flatMap(({ clashes }) => clashes),
  };
}

function isOrder({ base, mine, theirs }: Meeting, name: string): boolean {
  return [base, mine, theirs].some((values) => outlineOf(values[name]).length > 0);
}

function meetField(meeting: Meeting, top: string): Met {
  const { before, base, mine, theirs } = meeting;
  const isOrdered = Object.hasOwn(mine, top);
  const sides = {
    base: outlineOf(isOrdered ? base[top] : before[top]),
    mine: outlineOf(isOrdered ? mine[top] : before[top]),
    theirs: outlineOf(theirs[top]),
  };
  const restored = editedHere(meeting, top, sides);
  const unremoved = editedThere(meeting, top, sides);
  if (!isOrdered && restored.size === 0) return { values: {}, clashes: [] };
  const ours = mergeOutlines(sides, { prefer: 'mine', kept: restored });
  const others = mergeOutlines(sides, { prefer: 'theirs', kept: unremoved });
  const values: Record<string, unknown> = { [top]: ours.outline };
  for (const [name, value] of Object.entries(before)) {
    const leaf = leafOf(name);
    if (leaf?.top === top && restored.has(leaf.id))
      values[name] = Object.hasOwn(mine, name) ? mine[name] : value;
  }
  for (const name of Object.keys(mine)) {
    const leaf = leafOf(name);
    if (leaf?.top === top && restored.has(leaf.id)) values[name] = mine[name];
  }
  const isAsked = restored.size > 0 || unremoved.size > 0 || ours.isDisputed;
  const clash: Clash = { key: top, mine: ours.outline, theirs: others.outline, otherwise: others.outline };
  return { values, clashes: isAsked && !isEqual(ours.outline, others.outline) ? [clash] : [] };
}

interface Sides {
  base: Outline;
  mine: Outline;
  theirs: Outline;
}

/** Blocks that they removed and that were edited here, with what is around and inside them. */
function editedHere({ mine, theirs }: Meeting, top: string, sides: Sides): Set<string> {
  const kept = new Set<string>();
  for (const name of Object.keys(mine)) {
    const leaf = leafOf(name);
    if (leaf?.top !== top || isEqual(mine[name], theirs[name])) continue;
    const isGone = find(sides.base, top, leaf.id) !== null && find(sides.theirs, top, leaf.id) === null;
    const here = find(sides.mine, top, leaf.id);
    if (!isGone || here === null) continue;
    for (const id of [...idsOf(here.item), ...around(sides.mine, top, leaf.id)]) kept.add(id);
  }
  return kept;
}

/** Blocks that were removed here and that they edited. */
function editedThere({ before, theirs }: Meeting, top: string, sides: Sides): Set<string> {
  const kept = new Set<string>();
  for (const name of Object.keys({ ...before, ...theirs })) {
    const leaf = leafOf(name);
    if (leaf?.top !== top || isEqual(before[name], theirs[name])) continue;
    const isGone = find(sides.base, top, leaf.id) !== null && find(sides.mine, top, leaf.id) === null;
    const there = find(sides.theirs, top, leaf.id);
    if (!isGone || there === null) continue;
    for (const id of [...idsOf(there.item), ...around(sides.theirs, top, leaf.id)]) kept.add(id);
  }
  return kept;
}
