import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * A date of the item with its moves. When a move takes the line away the keyboard goes on at the menu of the panel, where
 * such a date is set.
 */
export function DatedLine({ children, moves }: { children: ReactNode; moves: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = line.current;
    return () => {
      if (shown?.contains(document.activeElement) !== true) return; // what had the focus is still there
      shown.closest('section')?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
    };
  }, []);
  return (
    <div className="publish-date" ref={line}>
      {children}
      <div className="publish-moves">{moves}</div>
    </div>
  );
}
