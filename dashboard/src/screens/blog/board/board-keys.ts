import { type RefObject, useEffect } from 'react';
import type { EditorArticleRow } from '../../../../../src/modules/articles/store/schema.ts';
import { useActions } from '../../../components/keyboard/actions.ts';
import { isTyping } from '../../../components/keyboard/typing.ts';
import { type LaneName, adjacentLane } from './lanes.ts';

type LaneRows = RefObject<Map<LaneName, readonly EditorArticleRow[]>>;

/** J, K and the arrow keys move the focus between cards. Shift with the left or right arrow moves the card. */
export function useBoardKeys(
  board: RefObject<HTMLElement | null>,
  laneRows: LaneRows,
  move: (row: EditorArticleRow, to: LaneName) => void,
): void {
  const lanesOf = () =>
    [...(board.current?.querySelectorAll('.lane') ?? [])].map((lane) => [
      ...lane.querySelectorAll<HTMLElement>('[data-card]'),
    ]);
  const moveFocus = (across: number, down: number) => {
    const lanes = lanesOf();
    const laneIndex = lanes.findIndex((cards) => cards.some((card) => card === document.activeElement));
    if (laneIndex === -1) return lanes.find((cards) => cards.length > 0)?.[0]?.focus();
    const cardIndex = lanes[laneIndex]?.findIndex((card) => card === document.activeElement) ?? 0;
    let targetIndex = laneIndex + across;
    while (across !== 0 && lanes[targetIndex]?.length === 0) targetIndex += across; // skips empty lanes
    const cards = lanes[targetIndex] ?? [];
    cards[Math.max(0, Math.min(cards.length - 1, cardIndex + down))]?.focus();
  };
  const moveCard = (step: 1 | -1) => {
    const id = (document.activeElement as HTMLElement | null)?.dataset['card'];
    const row = [...laneRows.current.values()].flat().find((candidate) => candidate.id === id);
    const to = row === undefined ? undefined : adjacentLane(row, step);
    if (row !== undefined && to !== undefined) move(row, to);
  };
  const group = 'This board';
  useActions([
    { id: 'next-card', label: 'Next card', group, keys: 'j', onlyKeys: true, run: () => moveFocus(0, 1) },
    {
      id: 'card-before',
      label: 'Previous card',
      group,
      keys: 'k',
      onlyKeys: true,
      run: () => moveFocus(0, -1),
    },
    {
      id: 'card-right',
      label: 'Move the card to the right',
      group,
      keys: 'shift+arrowright',
      onlyKeys: true,
      run: () => moveCard(1),
    },
    {
      id: 'card-left',
      label: 'Move the card to the left',
      group,
      keys: 'shift+arrowleft',
      onlyKeys: true,
      run: () => moveCard(-1),
    },
  ]);
  useArrowKeys(moveFocus);
}

/** Calls `move` when an arrow key is pressed on a card. */
function useArrowKeys(move: (across: number, down: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.shiftKey || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (!(event.target instanceof HTMLElement) || event.target.dataset['card'] === undefined) return;
      const [across, down] = steps[event.key] ?? [0, 0];
      if (across === 0 && down === 0) return;
      event.preventDefault();
      move(across, down);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
};
