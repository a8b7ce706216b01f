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
  /** The place of what is being dragged now. */
  dragged: number | null;
  /** For the grip of the item at this place. */
  grip: (index: number) => {
    onPointerDown: (event: PointerEvent) => void;
    onKeyDown: (event: KeyboardEvent) => void;
  };
}

/**
 * Puts a list, or tiles, into another order: by dragging a grip, or by the arrow keys on it. Items carry `data-sort` and
 * change places while they are dragged; Escape puts everything back. An item that names itself in `data-sort` (by a
 * name that no other one has; others leave it empty) stays the one that is dragged when another person's save changes the
 * list meanwhile.
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
    const placeNow = () => (name === '' ? at : items().findIndex((item) => item.dataset['sort'] === name));
    const goTo = (to: number) => {
      if (to === at) return;
      // Drawn at once: the next movement is measured against the list as it is then.
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
        at = placeNow();
        if (at !== -1) goTo(placeAt(items(), pointer, at));
      },
      onEnd: (isDropped) => {
        at = placeNow();
        if (!isDropped && at !== -1) goTo(Math.min(start, items().length - 1));
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

/** Where an item at `at` belongs when the pointer is there: beyond the middle of a neighbour, or over a tile of another row. */
function placeAt(items: readonly HTMLElement[], { x, y }: { x: number; y: number }, at: number): number {
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

/** The list with one item at another place. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}
