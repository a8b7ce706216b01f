import type { KeyboardEvent, PointerEvent } from 'react';
import type { TreeSearch } from '../search.ts';
import type { TreeRow } from './tree-rows.ts';

/** What can be done with the lines of the tree; the same object as long as the tree is shown. */
export interface LineActions {
  onKeyDown: (event: KeyboardEvent<HTMLElement>, row: TreeRow) => void;
  onGrab: (event: PointerEvent<HTMLElement>, row: TreeRow) => void;
  onOpen: (row: TreeRow) => void;
  onToggle: (row: TreeRow) => void;
  onStep: (row: TreeRow, by: 1 | -1) => void;
  onMove: (row: TreeRow) => void;
  onOpenShelf: (search: TreeSearch) => void;
  onNewArticle: (shelf: string) => void;
}

/** What a line of the tree shows. */
export interface TreeLineProps {
  row: TreeRow;
  index: number;
  isDragged: boolean;
  actions: LineActions;
}

/** Whether two lines look the same, so that a long tree draws only what changed. */
export function isSameLine(one: TreeLineProps, other: TreeLineProps): boolean {
  const { row: a } = one;
  const { row: b } = other;
  if (one.index !== other.index || one.isDragged !== other.isDragged || one.actions !== other.actions)
    return false;
  if (a.id !== b.id || a.depth !== b.depth || a.parent !== b.parent) return false;
  if (a.kind === 'article' || b.kind === 'article')
    return a.kind === 'article' && b.kind === 'article' && a.leaf === b.leaf;
  return a.shelf === b.shelf && a.isOpen === b.isOpen;
}
