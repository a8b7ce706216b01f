import type { KeyboardEvent, PointerEvent } from 'react';
import type { TreeSearch } from './search.ts';
import type { TreeRow } from './tree-rows.ts';

/** What a line of the tree shows, and what can be done with it. */
export interface TreeLineProps {
  row: TreeRow;
  index: number;
  isDragged: boolean;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onGrab: (event: PointerEvent<HTMLElement>) => void;
  onOpen: () => void;
  onToggle: () => void;
  onStep: (by: 1 | -1) => void;
  onMove: () => void;
  onOpenShelf: (search: TreeSearch) => void;
  onNewArticle: (shelf: string) => void;
}
