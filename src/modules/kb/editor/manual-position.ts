import { positionAfter, positionStep } from '../position.ts';

/** One of several things in a manual order. */
export interface PositionedItem {
  id: string;
  position: number;
}

/** Where something goes, and which of those behind it make room, in their order. */
export interface ManualPosition {
  position: number;
  shifted: readonly PositionedItem[];
}

/** How far those that make room go: little, so that the next gap takes it up. */
const room = 16;

/**
 * Finds the position that puts something before `before` (null: at the end) among siblings that stand in their order
 * and without itself. Between neighbours with a gap no other item moves. Null when `before` is none of the siblings.
 */
export function positionBefore(
  siblings: readonly PositionedItem[],
  before: string | null,
): ManualPosition | null {
  const index = before === null ? siblings.length : siblings.findIndex(({ id }) => id === before);
  if (index === -1) return null;
  const previous = siblings[index - 1]?.position;
  const next = siblings[index]?.position;
  if (next === undefined) return { position: positionAfter(previous ?? null), shifted: [] };
  if (previous === undefined) return { position: next - positionStep, shifted: [] };
  if (next - previous >= 2) return { position: Math.floor((previous + next) / 2), shifted: [] };

  const position = previous + room;
  const shifted: PositionedItem[] = [];
  let last = position;
  for (const sibling of siblings.slice(index)) {
    if (sibling.position > last) break;
    last += room;
    shifted.push({ id: sibling.id, position: last });
  }
  return { position, shifted };
}
