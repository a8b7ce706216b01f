import { positionAfter, positionStep } from '../position.ts';

/** An item of a manual order. */
export interface PositionedItem {
  id: string;
  position: number;
}

/** The new position of an item, and the positions of the siblings that have to move. */
export interface ManualPosition {
  position: number;
  shiftedSiblings: readonly PositionedItem[];
}

/** How far a sibling is shifted: a small distance, so that the next gap absorbs the shifts. */
const shiftStep = 16;

/**
 * Returns the position that puts an item before `before` (null: at the end). `siblings` are in order and
 * don't contain the item. If there is a gap, no sibling moves. Null if `before` is not a sibling.
 */
export function positionBefore(
  siblings: readonly PositionedItem[],
  before: string | null,
): ManualPosition | null {
  const index = before === null ? siblings.length : siblings.findIndex(({ id }) => id === before);
  if (index === -1) return null;
  const previous = siblings[index - 1]?.position;
  const next = siblings[index]?.position;
  if (next === undefined) return { position: positionAfter(previous ?? null), shiftedSiblings: [] };
  if (previous === undefined) return { position: next - positionStep, shiftedSiblings: [] };
  if (next - previous >= 2) return { position: Math.floor((previous + next) / 2), shiftedSiblings: [] };

  const position = previous + shiftStep;
  const shiftedSiblings: PositionedItem[] = [];
  let last = position;
  for (const sibling of siblings.slice(index)) {
    if (sibling.position > last) break;
    last += shiftStep;
    shiftedSiblings.push({ id: sibling.id, position: last });
  }
  return { position, shiftedSiblings };
}
