import { type LinkProps, useLocation } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The link of a list row. */
export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'replace'>;

/** The state of a list when one of its rows was opened. */
interface ListPosition {
  /** The URL of the list with its filters. */
  url: string;
  /** The id of the opened row, and the scroll position in pixels. */
  id: string;
  top: number;
  selected: ReadonlySet<string>;
  /** The loaded rows, in order. */
  rows: readonly { id: string; link: RowLink }[];
}

let lastPosition: ListPosition | null = null;

/** Saves the state of a list, to restore it later and to step from an opened row to the next. */
export function saveListPosition(position: ListPosition): void {
  lastPosition = position;
}

/** The selected ids of a list. Restored when a person returns to the list. */
export function useListSelection() {
  const url = useLocation({ select: ({ href }) => href });
  return useState<ReadonlySet<string>>(() => (lastPosition?.url === url ? lastPosition.selected : new Set()));
}

/** Restores the scroll position of a list and focuses the row that was opened. @returns the URL of the list */
export function useListReturn(scroller: RefObject<HTMLElement | null>, hasRows: boolean): string {
  const url = useLocation({ select: ({ href }) => href });
  const isDone = useRef(false);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || !hasRows || isDone.current) return;
    isDone.current = true;
    if (lastPosition?.url !== url) return;
    const { id, top } = lastPosition;
    box.scrollTop = top;
    requestAnimationFrame(() =>
      box.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
    );
  });
  return url;
}

/** The rows before and after the one with this id, in the list from which it was opened. */
export function neighborsOf(id: string): { previous: RowLink | null; next: RowLink | null } {
  const rows = lastPosition?.rows ?? [];
  const at = rows.findIndex((row) => row.id === id);
  return {
    previous: at > 0 ? (rows[at - 1]?.link ?? null) : null,
    next: at === -1 ? null : (rows[at + 1]?.link ?? null),
  };
}
