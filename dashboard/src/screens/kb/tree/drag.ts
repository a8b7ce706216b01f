import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { followPointer } from '../../../components/list/follow-pointer.ts';
import { type Drop, dropsFor, type TreeRow } from './tree-rows.ts';

/** Distance from the window's edge at which the page scrolls, and the scroll step, in pixels. */
const edge = 90;
const stride = 10;

interface Dragging {
  id: string;
  drop: Drop | null;
  /** The position of the drop line, in pixels from the top of the tree. */
  lineTop: number;
}

/** Drags rows of the tree by their grips, and reports where they are dropped. Escape cancels. */
export function useTreeDrag(
  tree: RefObject<HTMLElement | null>,
  rows: readonly TreeRow[],
  onDrop: (id: string, drop: Drop) => void,
) {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const latest = useRef<Dragging | null>(null);
  const show = (next: Dragging | null) => {
    latest.current = next;
    setDragging(next);
  };

  const begin = (event: PointerEvent<HTMLElement>, id: string) => {
    const box = tree.current;
    if (event.button !== 0 || box === null) return;
    event.preventDefault();
    const lines = linesIn(box, dropsFor(rows, id));
    let pointer = event.clientY;
    const follow = () => {
      const y = pointer - box.getBoundingClientRect().top;
      const nearest = lines.reduce<(typeof lines)[number] | null>(
        (best, line) => (best === null || Math.abs(line.top - y) < Math.abs(best.top - y) ? line : best),
        null,
      );
      if (nearest?.drop !== latest.current?.drop)
        show({ id, drop: nearest?.drop ?? null, lineTop: nearest?.top ?? 0 });
    };
    const timer = setInterval(() => {
      const step = pointer < edge ? -stride : pointer > window.innerHeight - edge ? stride : 0;
      if (step === 0) return;
      box.closest('main')?.scrollBy(0, step);
      follow();
    }, 16);
    show({ id, drop: null, lineTop: 0 });
    followPointer({
      onMove: ({ y }) => ((pointer = y), follow()),
      onEnd: (isDropped) => {
        clearInterval(timer);
        const drop = latest.current?.drop ?? null;
        show(null);
        if (isDropped && drop !== null) onDrop(id, drop);
      },
    });
  };
  return { dragging, begin };
}

/** The position of each drop line, in pixels from the top of the tree. */
function linesIn(tree: HTMLElement, drops: readonly Drop[]): { drop: Drop; top: number }[] {
  const { top: start, bottom } = tree.getBoundingClientRect();
  const tops = new Map(
    [...tree.querySelectorAll<HTMLElement>('[data-id]')].map((row) => [
      row.dataset['id'],
      row.getBoundingClientRect().top - start,
    ]),
  );
  return drops.map((drop) => ({
    drop,
    top: (drop.above === null ? undefined : tops.get(drop.above)) ?? bottom - start,
  }));
}
