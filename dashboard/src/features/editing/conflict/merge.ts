export type Values = Readonly<Record<string, unknown>>;

/** The version that a conflict keeps. */
export type Choice = 'mine' | 'theirs' | 'both';

/** A value that two users changed differently: of a field, or of one part of a text. */
export interface Conflict {
  key: string;
  /** The id that the service gave it; absent for the order of blocks, which is merged here. */
  id?: string;
  /** The value before both changes; absent for the order of blocks. */
  base?: unknown;
  /** Whether it is one part of a text, such as a paragraph. Its values are documents with this part alone. */
  isPart?: boolean;
  mine: unknown;
  theirs: unknown;
  /** The value if theirs is chosen, including the parts of mine that don't conflict. */
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
