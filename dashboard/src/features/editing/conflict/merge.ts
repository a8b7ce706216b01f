import { isEqual } from './equal.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A field that two users changed to different values. */
export interface Conflict {
  key: string;
  mine: unknown;
  theirs: unknown;
  /** The value if theirs is chosen and part of mine can stay; otherwise theirs. */
  fallback?: unknown;
}

/** The changes of this user and of another user. */
export interface MergeInput {
  /** The stored values before the changes. */
  before: Values;
  /** The values of the changed fields before their first change. */
  base: Values;
  mine: Values;
  theirs: Values;
}

/** The merged values of this side, and the conflicts that the user must resolve. */
export interface MergeResult {
  values: Values;
  conflicts: Conflict[];
}

/** Finds the fields that both sides changed to different values. `base` contains their previous values. */
export function findConflicts(base: Values, mine: Values, theirs: Values): Conflict[] {
  return Object.keys(mine)
    .filter((key) => !isEqual(base[key], theirs[key]) && !isEqual(mine[key], theirs[key]))
    .map((key) => ({ key, mine: mine[key], theirs: theirs[key] }));
}

interface Copy {
  values: Values;
  base: Values;
}

/** Merges copies of unsaved changes; later copies win. */
export function mergeCopies(copies: readonly Copy[]): Copy {
  const mergePart = (part: keyof Copy) =>
    Object.fromEntries(copies.flatMap((copy) => Object.entries(copy[part])));
  return { values: mergePart('values'), base: mergePart('base') };
}
