import { createContext, type DragEvent, type KeyboardEvent } from 'react';
import type { ComingDate } from '../../../../../src/contract/home.ts';

/** Moves dates of the calendar to other days. */
export interface Moves {
  /** The date that is being dragged. */
  dragged: ComingDate | null;
  mayMove: (coming: ComingDate) => boolean;
  onDrag: (coming: ComingDate | null) => void;
  /** Moves a date to a day, at the same time of day, after a confirmation. */
  moveTo: (coming: ComingDate, day: string) => void;
  /** Moves a date by a number of days after a confirmation. */
  moveBy: (coming: ComingDate, days: number) => void;
}

const noMoves: Moves = {
  dragged: null,
  mayMove: () => false,
  onDrag: () => undefined,
  moveTo: () => undefined,
  moveBy: () => undefined,
};

export const MovesContext = createContext<Moves>(noMoves);

const days: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The number of days that Alt with an arrow key means; null for other keys. */
export function arrowDays({
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
  key,
}: Pick<globalThis.KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'key'>): number | null {
  return altKey && !ctrlKey && !metaKey && !shiftKey ? (days[key] ?? null) : null;
}

/** Identifies a date of an item, such as its end. */
export function comingKey({ item: { id, locale }, what }: ComingDate): string {
  return [id, what, ...(locale === undefined ? [] : [locale])].join(' ');
}

/** The handlers of a date that can be moved. */
export function moveHandlers(coming: ComingDate, { mayMove, onDrag, moveBy }: Moves) {
  if (!mayMove(coming)) return {};
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData('text/plain', coming.item.title);
      event.dataTransfer.effectAllowed = 'move';
      onDrag(coming);
    },
    onDragEnd: () => onDrag(null),
    onKeyDown: (event: KeyboardEvent) => {
      const count = arrowDays(event);
      if (count === null) return;
      event.preventDefault();
      moveBy(coming, count);
    },
  };
}
