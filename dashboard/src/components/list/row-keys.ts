import { type RefObject, useEffect } from 'react';
import { isTyping } from '../keyboard/typing.ts';

/** Moves the focus through rows (`data-row`): J and K from anywhere on the screen, arrow keys from a row. */
export function useRowKeys(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  reveal: (index: number) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const box = scroller.current;
      if (box === null || count === 0 || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event.target) || isBehindDialog(box)) return;
      const currentRow = box.contains(document.activeElement)
        ? document.activeElement?.closest<HTMLElement>('[data-row]')
        : null;
      const isArrow = currentRow !== null && currentRow === document.activeElement;
      const step =
        event.key === 'j' || (isArrow && event.key === 'ArrowDown')
          ? 1
          : event.key === 'k' || (isArrow && event.key === 'ArrowUp')
            ? -1
            : 0;
      if (step === 0) return;
      event.preventDefault();
      const from = currentRow === null || currentRow === undefined ? -1 : Number(currentRow.dataset['row']);
      const to = Math.max(0, Math.min(count - 1, from + step));
      reveal(to);
      const row = () => box.querySelector<HTMLElement>(`[data-row="${to}"]`);
      if (row() === null) requestAnimationFrame(() => row()?.focus());
      else row()?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [scroller, count, reveal]);
}

function isBehindDialog(box: HTMLElement): boolean {
  const dialog = document.querySelector('[role="dialog"]');
  return dialog !== null && !dialog.contains(box);
}
