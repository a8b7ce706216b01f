import { isEqual } from './equal.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A field that two people changed, each to something else. */
export interface Clash {
  key: string;
  mine: unknown;
  theirs: unknown;
}

/**
 * Compares what was typed here with what somebody else saved meanwhile. `base` is what both began with.
 * Fields that only one side changed are no clash: each side keeps its own.
 */
export function clashesOf(base: Values, mine: Values, theirs: Values): Clash[] {
  return Object.keys(mine)
    .filter((key) => !isEqual(base[key], theirs[key]) && !isEqual(mine[key], theirs[key]))
    .map((key) => ({ key, mine: mine[key], theirs: theirs[key] }));
}

/** Fields that differ between two states of an item, in the given order. */
export function changedKeys(keys: readonly string[], before: Values, after: Values): string[] {
  return keys.filter((key) => !isEqual(before[key], after[key]));
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
