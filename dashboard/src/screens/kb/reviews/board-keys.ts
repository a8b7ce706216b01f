import { type RefObject, useEffect } from 'react';
import { useActions } from '../../../components/keyboard/actions.ts';
import { isTyping } from '../../../components/keyboard/typing.ts';

/** J and K move through the cards from anywhere on the screen, arrow keys from a focused card. R reviews a card. */
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
        if (next instanceof HTMLElement) next.focus(); // the reviewed card disappears
      },
    },
  ]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const box = board.current;
      if (box === null || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
      const next = targetCard(box, event.key);
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

/** The card that a key moves the focus to. */
function targetCard(box: HTMLElement, key: string): HTMLElement | undefined {
  const all = cardsIn(box);
  const currentCard = document.activeElement?.closest<HTMLElement>('[data-card]') ?? null;
  const cardIndex = currentCard === null ? -1 : all.indexOf(currentCard);
  if (key === 'j' || (key === 'ArrowDown' && cardIndex !== -1))
    return all[Math.min(cardIndex + 1, all.length - 1)];
  if (key === 'k' || (key === 'ArrowUp' && cardIndex !== -1)) return all[Math.max(cardIndex - 1, 0)];
  if (currentCard === null || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return undefined;
  const columns = [...box.children].map(cardsIn).filter((cards) => cards.length > 0);
  const column = columns.findIndex((cards) => cards.includes(currentCard));
  const targetColumn = columns[column + (key === 'ArrowRight' ? 1 : -1)];
  const row = columns[column]?.indexOf(currentCard) ?? 0;
  return targetColumn?.[Math.min(row, targetColumn.length - 1)];
}
