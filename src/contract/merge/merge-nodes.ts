import { type Matches, matchUnits } from './match-units.ts';
import { joinUnits, splitUnits, type TextNode, type Unit } from './units.ts';

/** The version that a conflict keeps. */
export type Choice = 'mine' | 'theirs' | 'both';

/** A unit that both sides changed differently, or that one side changed and the other removed. */
export interface NodeConflict {
  /** The position of the unit in the base. */
  readonly position: number;
  readonly base: TextNode[];
  /** Empty if this side removed the unit. */
  readonly mine: TextNode[];
  readonly theirs: TextNode[];
}

/** Two merged documents. */
export interface MergedNodes {
  /** In document order. */
  readonly conflicts: readonly NodeConflict[];
  /** The children of the merged document; each conflict keeps the chosen version. */
  resolve(choose: (conflict: NodeConflict) => Choice): TextNode[];
}

type Part = Unit | { conflict: NodeConflict; mine: Unit[]; theirs: Unit[] };

/** Merges two documents that were changed from one base, unit by unit. All arguments are children of documents. */
export function mergeNodes(
  base: readonly TextNode[],
  mine: readonly TextNode[],
  theirs: readonly TextNode[],
): MergedNodes {
  const parts = mergeUnits(splitUnits(base), splitUnits(mine), splitUnits(theirs));
  return {
    conflicts: parts.flatMap((part) => ('conflict' in part ? part.conflict : [])),
    resolve: (choose) =>
      joinUnits(
        parts.flatMap((part) => {
          if (!('conflict' in part)) return part;
          const choice = choose(part.conflict);
          return choice === 'both' ? [...part.theirs, ...part.mine] : part[choice];
        }),
      ),
  };
}

function mergeUnits(base: readonly Unit[], mine: readonly Unit[], theirs: readonly Unit[]): Part[] {
  const mineMatches = matchUnits(base, mine);
  const theirMatches = matchUnits(base, theirs);
  const mineInserts = insertsOf(mineMatches, mine);
  const theirInserts = insertsOf(theirMatches, theirs);
  const inserted = (i: number): Unit[] => {
    const theirUnits = theirInserts.get(i) ?? [];
    return [...theirUnits, ...withoutEqual(mineInserts.get(i) ?? [], theirUnits)];
  };
  const parts: Part[] = inserted(0);
  for (const [i, unit] of base.entries())
    parts.push(
      ...mergeUnit(i, unit, mine[mineMatches[i] ?? -1], theirs[theirMatches[i] ?? -1]),
      ...inserted(i + 1),
    );
  return parts;
}

function mergeUnit(position: number, base: Unit, mine: Unit | undefined, theirs: Unit | undefined): Part[] {
  const present = (unit: Unit | undefined) => (unit === undefined ? [] : [unit]);
  if (mine?.key === theirs?.key || theirs?.key === base.key) return present(mine);
  if (mine?.key === base.key) return present(theirs);
  const sides = { mine: present(mine), theirs: present(theirs) };
  const nodes = { base: joinUnits([base]), mine: joinUnits(sides.mine), theirs: joinUnits(sides.theirs) };
  return [{ conflict: { position, ...nodes }, ...sides }];
}

/** The units that a side inserted, by the number of base units before them. */
function insertsOf(matches: Matches, side: readonly Unit[]): Map<number, Unit[]> {
  const baseOf = new Map(matches.map((match, i) => [match, i]));
  const inserts = new Map<number, Unit[]>();
  let before = 0;
  for (const [j, unit] of side.entries()) {
    const match = baseOf.get(j);
    if (match !== undefined) before = match + 1;
    else if (!inserts.get(before)?.push(unit)) inserts.set(before, [unit]);
  }
  return inserts;
}

/** The units without those that the other side inserted too. */
function withoutEqual(units: readonly Unit[], others: readonly Unit[]): Unit[] {
  const counts = new Map<string, number>();
  for (const { key } of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return units.filter(({ key }) => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count <= 0;
  });
}
