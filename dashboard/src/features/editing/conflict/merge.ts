import { isEqual } from './equal.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A field that two people changed, each to something else. */
export interface Clash {
  key: string;
  mine: unknown;
  theirs: unknown;
  /** What the field holds where theirs is chosen and something of this side fits beside it; theirs itself where absent. */
  otherwise?: unknown;
}

/** What was typed here and what another person saved. */
export interface MergeInput {
  /** Everything that was stored when the typing began. */
  before: Values;
  /** What the changed fields held when they were changed first. */
  base: Values;
  mine: Values;
  theirs: Values;
}

/** What fields that are edited as one become: what this side holds from now on, and what a person must choose. */
export interface MergeResult {
  values: Values;
  clashes: Clash[];
}

/**
 * Compares what was typed here with what another person saved meanwhile. `base` is what both began with. Fields that
 * only one side changed are no clash: each side keeps its own.
 */
export function clashesOf(base: Values, mine: Values, theirs: Values): Clash[] {
  return Object.keys(mine)
    .filter((key) => !isEqual(base[key], theirs[key]) && !isEqual(mine[key], theirs[key]))
    .map((key) => ({ key, mine: mine[key], theirs: theirs[key] }));
}

interface Copy {
  values: Values;
  base: Values;
}

/** What several copies of unsaved changes hold together; the later ones count. */
export function joined(copies: readonly Copy[]): Copy {
  const together = (part: keyof Copy) =>
    Object.fromEntries(copies.flatMap((copy) => Object.entries(copy[part])));
  return { values: together('values'), base: together('base') };
}
