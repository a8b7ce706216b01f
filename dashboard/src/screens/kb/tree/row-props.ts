import type { KeyboardEvent, PointerEvent } from 'react';
import type { TreeSearch } from '../search.ts';
import type { TreeRow } from './tree-rows.ts';

/** The handlers of tree rows. The object never changes, so that unchanged rows don't render again. */
export interface RowActions {
  onKeyDown: (event: KeyboardEvent<HTMLElement>, row: TreeRow) => void;
  onGrab: (event: PointerEvent<HTMLElement>, row: TreeRow) => void;
  onOpen: (row: TreeRow) => void;
  onToggle: (row: TreeRow) => void;
  onStep: (row: TreeRow, direction: 1 | -1) => void;
  onMove: (row: TreeRow) => void;
  onOpenContainer: (search: TreeSearch) => void;
  onNewArticle: (containerId: string) => void;
}

export interface TreeRowProps {
  row: TreeRow;
  index: number;
  isDragged: boolean;
  actions: RowActions;
}

/** Whether a row looks the same, so that a long tree renders only changed rows. */
export function hasSameProps(before: TreeRowProps, after: TreeRowProps): boolean {
  const { row: a } = before;
  const { row: b } = after;
  if (
    before.index !== after.index ||
    before.isDragged !== after.isDragged ||
    before.actions !== after.actions
  )
    return false;
  if (a.id !== b.id || a.depth !== b.depth || a.parent !== b.parent) return false;
  if (a.kind === 'article' || b.kind === 'article')
    return a.kind === 'article' && b.kind === 'article' && a.article === b.article;
  return a.container === b.container && a.isOpen === b.isOpen;
}
