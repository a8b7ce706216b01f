import type { Line } from './lines.ts';

/** The difference of one field. */
export interface FieldDifference {
  key: string;
  label: string;
  lines: readonly Line[];
  /** The numbers of added and removed words. */
  words: { in: number; out: number };
  /** For a list of blocks, the difference of each block. */
  blocks?: readonly BlockDifference[];
}

/** The difference of one block between two states of a field. */
export interface BlockDifference {
  id: string;
  change: 'added' | 'removed' | 'moved' | 'changed';
  /** The name with the label: "Hero “Kites for spring”". */
  title: string;
  /** The number of lists of blocks around its own list. */
  depth: number;
  /** The fields that differ; all filled fields of an added or removed block. */
  fields: readonly FieldDifference[];
  /** The ids of the locales whose readers see it, if they differ; null for all. */
  locales?: Record<'before' | 'after', readonly string[] | null>;
}
