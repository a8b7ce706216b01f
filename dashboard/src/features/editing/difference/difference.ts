import type { Line } from './lines.ts';

/** What differs in one field. */
export interface FieldDifference {
  key: string;
  label: string;
  lines: readonly Line[];
  /** Words that are new and words that are gone. */
  words: { in: number; out: number };
  /** Of a list of blocks: what differs, block by block. */
  blocks?: readonly BlockDifference[];
}

/** How one block differs between two states of a field. */
export interface BlockDifference {
  id: string;
  change: 'added' | 'removed' | 'moved' | 'changed';
  /** What it is called: "Hero “Kites for spring”". */
  title: string;
  /** How many lists of blocks stand around its own. */
  depth: number;
  /** The fields of it that differ; all that are filled where it came or went. */
  fields: readonly FieldDifference[];
}
