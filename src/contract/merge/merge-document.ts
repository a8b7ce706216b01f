import { type Choice, mergeNodes } from './merge-nodes.ts';
import type { TextNode } from './units.ts';

/** A rich text as it is stored; null if it is empty. */
export interface TextDocument {
  readonly version: number;
  readonly content: readonly TextNode[];
}

/** Conflicts of one rich text; more of them are one conflict of the whole text. */
export const documentConflictsMax = 50;

/** A conflict of one unit, whose versions are lists of nodes, or of the whole text, whose versions are documents. */
export interface DocumentConflict {
  /** The position of the unit in the base; null for the whole text. */
  readonly position: number | null;
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Two merged rich texts. */
export interface MergedDocument {
  readonly conflicts: readonly DocumentConflict[];
  /** The merged text; each conflict keeps the chosen version. */
  resolve(choose: (conflict: DocumentConflict) => Choice): TextDocument | null;
}

/** Merges two rich texts that were changed from one base, unit by unit. */
export function mergeDocuments(
  base: TextDocument | null,
  mine: TextDocument | null,
  theirs: TextDocument | null,
): MergedDocument {
  const version = Math.max(...[base, mine, theirs].map((document) => document?.version ?? 0));
  const documentOf = (content: readonly TextNode[]) => (content.length === 0 ? null : { version, content });
  const [baseNodes, mineNodes, theirNodes] = [base, mine, theirs].map((document) => document?.content ?? []);
  const merged = mergeNodes(baseNodes ?? [], mineNodes ?? [], theirNodes ?? []);
  if (merged.conflicts.length <= documentConflictsMax)
    return { conflicts: merged.conflicts, resolve: (choose) => documentOf(merged.resolve(choose)) };
  const conflict = { position: null, base, mine, theirs };
  const versions = {
    mine,
    theirs,
    both: documentOf([...(theirNodes ?? []), ...(mineNodes ?? [])]),
  };
  return { conflicts: [conflict], resolve: (choose) => versions[choose(conflict)] };
}
