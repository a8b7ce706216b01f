import { useLayoutEffect, useRef, useState } from 'react';
import type { LineActions } from './line-props.ts';

/** The same functions for every drawing, which do what the newest ones do: lines that did not change are not drawn again. */
export function useLineActions(newest: LineActions): LineActions {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  const [actions] = useState<LineActions>(() => ({
    onKeyDown: (event, row) => latest.current.onKeyDown(event, row),
    onGrab: (event, row) => latest.current.onGrab(event, row),
    onOpen: (row) => latest.current.onOpen(row),
    onToggle: (row) => latest.current.onToggle(row),
    onStep: (row, by) => latest.current.onStep(row, by),
    onMove: (row) => latest.current.onMove(row),
    onOpenShelf: (search) => latest.current.onOpenShelf(search),
    onNewArticle: (shelf) => latest.current.onNewArticle(shelf),
  }));
  return actions;
}
