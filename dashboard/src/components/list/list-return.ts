import { type LinkProps, useLocation } from '@tanstack/react-router';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Where a row of a list leads. */
export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'replace'>;

/** Where a person was in a list when they opened one of its rows. */
interface ListReturn {
  /** The list's address, with its filters. */
  address: string;
  /** The row that was opened, and how far the list was scrolled, in pixels. */
  id: string;
  top: number;
  selected: ReadonlySet<string>;
  /** The rows that were loaded, in their order. */
  rows: readonly { id: string; link: RowLink }[];
}

let place: ListReturn | null = null;

/** Notes where a list is left, for the way back to it and for the steps from one of its rows to the next. */
export function leaveList(left: ListReturn): void {
  place = left;
}

/** What is selected in a list; when a person comes back to it, what was selected when they left. */
export function useListSelection() {
  const address = useLocation({ select: ({ href }) => href });
  return useState<ReadonlySet<string>>(() => (place?.address === address ? place.selected : new Set()));
}

/** Scrolls a list that a person comes back to where it was, and puts the keyboard onto the row that was opened. */
export function useListReturn(scroller: RefObject<HTMLElement | null>, hasRows: boolean): string {
  const address = useLocation({ select: ({ href }) => href });
  const isDone = useRef(false);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null || !hasRows || isDone.current) return;
    isDone.current = true;
    if (place?.address !== address) return;
    const { id, top } = place;
    box.scrollTop = top;
    requestAnimationFrame(() =>
      box.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true }),
    );
  });
  return address;
}

/** The rows before and after the one with this id, in the list from which it was opened. */
export function neighboursOf(id: string): { previous: RowLink | null; next: RowLink | null } {
  const rows = place?.rows ?? [];
  const at = rows.findIndex((row) => row.id === id);
  return {
    previous: at > 0 ? (rows[at - 1]?.link ?? null) : null,
    next: at === -1 ? null : (rows[at + 1]?.link ?? null),
  };
}
