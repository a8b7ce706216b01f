import { type RefObject, useEffect } from 'react';
import { isTyping } from '../keyboard/typing.ts';

/** J and K (and the arrows, once inside) move through rows that carry `data-row`, from anywhere on the screen. */
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
      const here = box.contains(document.activeElement)
        ? document.activeElement?.closest<HTMLElement>('[data-row]')
        : null;
      const isArrow = here !== null && here === document.activeElement;
      const step =
        event.key === 'j' || (isArrow && event.key === 'ArrowDown')
          ? 1
          : event.key === 'k' || (isArrow && event.key === 'ArrowUp')
            ? -1
            : 0;
      if (step === 0) return;
      event.preventDefault();
      const from = here === null || here === undefined ? -1 : Number(here.dataset['row']);
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
