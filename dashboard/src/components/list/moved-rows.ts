import { type RefObject, useLayoutEffect, useRef } from 'react';

const timing = { duration: 160, easing: 'ease-out' };
/** Longer lists, and longer ways in pixels, change without a movement. */
const rowsMax = 400;
const wayMax = 800;

/**
 * Lets rows slide from where they stood to where they stand, and those that are new appear, each time that `rows` is
 * another value. Rows name themselves in `data-id`. Nothing moves for people who asked their system for that.
 *
 * @param isWhole - whether all rows are in the document; of a list that draws only those in view, none is known to be new.
 */
export function useMovedRows(box: RefObject<HTMLElement | null>, rows: unknown, isWhole = true): void {
  const known = useRef<ReadonlyMap<string, number> | null>(null);
  useLayoutEffect(() => {
    const before = known.current;
    const lines = [...(box.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const isStill = lines.length > rowsMax || matchMedia('(prefers-reduced-motion: reduce)').matches;
    known.current = isStill ? null : new Map(lines.map((line) => [idOf(line), line.offsetTop]));
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
  const way = from - line.offsetTop;
  if (way === 0 || Math.abs(way) > wayMax) return;
  line.animate([{ transform: `translateY(${way}px)` }, { transform: 'none' }], timing);
}
