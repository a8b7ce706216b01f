import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A date of the item with its actions. When an action removes the line, the menu of the panel gets the focus. */
export function DatedLine({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = line.current;
    return () => {
      if (element?.contains(document.activeElement) !== true) return; // the focused element still exists
      element.closest('section')?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
    };
  }, []);
  return (
    <div className="publish-date" ref={line}>
      {children}
      <div className="publish-actions">{actions}</div>
    </div>
  );
}
