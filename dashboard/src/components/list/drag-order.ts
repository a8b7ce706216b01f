import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { followPointer } from './follow-pointer.ts';

export interface DragOrder {
  /** The index of the dragged item. */
  dragged: number | null;
  /** Handlers for the grip of the item at an index. */
  grip: (index: number) => {
    onPointerDown: (event: PointerEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

/**
 * Reorders a list or tiles by dragging a grip, or with the arrow keys on it; Escape cancels. Items carry `data-sort`. With
 * a unique name in it, an item stays the dragged one when another person's save changes the list meanwhile.
 */
export function useDragOrder(
  list: RefObject<HTMLElement | null>,
  move: (from: number, to: number) => void,
): DragOrder {
  const [dragged, setDragged] = useState<number | null>(null);
  const latest = useRef(move);
  useLayoutEffect(() => {
    latest.current = move;
  });
  const items = () => [...(list.current?.querySelectorAll<HTMLElement>(':scope > [data-sort]') ?? [])];

  const begin = (event: PointerEvent, start: number) => {
    if (event.button !== 0) return;
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    let at = start;
    const name = items()[start]?.dataset['sort'] ?? '';
    const currentIndex = () =>
      name === '' ? at : items().findIndex((item) => item.dataset['sort'] === name);
    const moveTo = (to: number) => {
      if (to === at) return;
      // Rendered synchronously, because the next movement is measured against the new layout.
      flushSync(() => {
        latest.current(at, to);
        setDragged(to);
      });
      at = to;
      requestAnimationFrame(() => items()[to]?.scrollIntoView({ block: 'nearest' }));
    };
    setDragged(start);
    followPointer({
      onMove: (pointer) => {
        at = currentIndex();
        if (at !== -1) moveTo(indexAt(items(), pointer, at));
      },
      onEnd: (isDropped) => {
        at = currentIndex();
        if (!isDropped && at !== -1) moveTo(Math.min(start, items().length - 1));
        setDragged(null);
      },
    });
  };

  const onKey = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const to = index + step;
    if (to >= 0 && to < items().length) move(index, to);
  };

  return {
    dragged,
    grip: (index) => ({
      onPointerDown: (event) => begin(event, index),
      onKeyDown: (event) => onKey(event, index),
    }),
  };
}

/** The new index of the item at `at`: the pointer must pass the middle of a neighbor, or be over another tile. */
function indexAt(items: readonly HTMLElement[], { x, y }: { x: number; y: number }, at: number): number {
  const boxes = items.map((item) => item.getBoundingClientRect());
  const isTiled = boxes.some(({ top }, index) => index > 0 && top === boxes[index - 1]?.top);
  if (isTiled) {
    const over = boxes.findIndex((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
    return over === -1 ? at : over;
  }
  const middle = (index: number) => {
    const box = boxes[index];
    return box === undefined ? 0 : box.top + box.height / 2;
  };
  let to = at;
  while (to > 0 && y < middle(to - 1)) to -= 1;
  while (to < items.length - 1 && y > middle(to + 1)) to += 1;
  return to;
}

/** The list with one item moved to another index. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
