import { type RefObject, useEffect } from 'react';
import { useActions } from '../../../components/keyboard/actions.ts';
import { isTyping } from '../../../components/keyboard/typing.ts';

/** J and K move through the cards of a board, from anywhere on the screen; the arrows from card to card and column to column. */
export function useBoardKeys(board: RefObject<HTMLElement | null>): void {
  useActions([
    {
      id: 'card-review',
      label: 'Mark the article as reviewed',
      group: 'This board',
      keys: 'r',
      onlyKeys: true,
      run: () => {
        const card = document.activeElement?.closest<HTMLElement>('[data-card]') ?? null;
        const next = card?.nextElementSibling ?? card?.previousElementSibling;
        card?.querySelector<HTMLElement>('[data-review]')?.click();
        if (next instanceof HTMLElement) next.focus(); // the card is about to leave
      },
    },
  ]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const box = board.current;
      if (box === null || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
      const next = cardAfter(box, event.key);
      if (next === undefined) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: 'nearest' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [board]);
}

const cardsIn = (box: ParentNode) => [...box.querySelectorAll<HTMLElement>('[data-card]')];

/** The card that a key leads to. */
function cardAfter(box: HTMLElement, key: string): HTMLElement | undefined {
  const all = cardsIn(box);
  const here = document.activeElement?.closest<HTMLElement>('[data-card]') ?? null;
  const at = here === null ? -1 : all.indexOf(here);
  if (key === 'j' || (key === 'ArrowDown' && at !== -1)) return all[Math.min(at + 1, all.length - 1)];
  if (key === 'k' || (key === 'ArrowUp' && at !== -1)) return all[Math.max(at - 1, 0)];
  if (here === null || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined;
  const columns = [...box.children].map(cardsIn).filter((cards) => cards.length > 0);
  const column = columns.findIndex((cards) => cards.includes(here));
  const beside = columns[column + (key === 'ArrowRight' ? 1 : -1)];
  const row = columns[column]?.indexOf(here) ?? 0;
  return beside?.[Math.min(row, beside.length - 1)];
}
