import { type RefObject, useLayoutEffect, useRef } from 'react';

const timing = { duration: 160, easing: 'ease-out' };
/** Longer lists, and longer distances in pixels, are not animated. */
const maxRows = 400;
const maxDistance = 800;

/**
 * Animates rows (`data-id`) to their new positions and fades in new rows when `rows` changes, unless the system prefers
 * reduced motion.
 * @param isWhole - whether all rows are rendered; a list that renders only rows in view can't tell which are new
 */
export function useMovedRows(box: RefObject<HTMLElement | null>, rows: unknown, isWhole = true): void {
  const previousTops = useRef<ReadonlyMap<string, number> | null>(null);
  useLayoutEffect(() => {
    const before = previousTops.current;
    const lines = [...(box.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const isStill = lines.length > maxRows || matchMedia('(prefers-reduced-motion: reduce)').matches;
    previousTops.current = isStill ? null : new Map(lines.map((line) => [idOf(line), line.offsetTop]));
    if (before === null || isStill) return;
    for (const line of lines) {
      const from = before.get(idOf(line));
      if (from !== undefined) slide(line, from);
      else if (isWhole) line.animate([{ opacity: 0 }, { opacity: 1 }], timing);
    }
  }, [box, rows, isWhole]);
}

function idOf({ dataset }: HTMLElement): string {
  return dataset['id'] ?? '';
}

function slide(line: HTMLElement, from: number): void {
  const distance = from - line.offsetTop;
  if (distance === 0 || Math.abs(distance) > maxDistance) return;
  line.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], timing);
}
