import { useLayoutEffect, useRef, useState } from 'react';
import type { RowActions } from './row-props.ts';

/** Returns functions that never change and call the latest handlers, so that unchanged rows don't render again. */
export function useStableActions(handlers: RowActions): RowActions {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [actions] = useState<RowActions>(() => ({
    onKeyDown: (event, row) => latest.current.onKeyDown(event, row),
    onGrab: (event, row) => latest.current.onGrab(event, row),
    onOpen: (row) => latest.current.onOpen(row),
    onToggle: (row) => latest.current.onToggle(row),
    onStep: (row, direction) => latest.current.onStep(row, direction),
    onMove: (row) => latest.current.onMove(row),
    onOpenContainer: (search) => latest.current.onOpenContainer(search),
    onNewArticle: (containerId) => latest.current.onNewArticle(containerId),
  }));
  return actions;
}
