import type { FocalPoint } from '../../../../../src/contract/fields/images.ts';

/** What counts where nothing was said. */
export const middle: FocalPoint = { x: 0.5, y: 0.5 };

/** How far a key moves the point, in parts of the picture; with Shift ten times as far. */
const step = 0.01;
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a key leads from here; null for keys that lead nowhere. Home is the middle. */
export function movedBy({ x, y }: FocalPoint, key: string, isFar: boolean): FocalPoint | null {
  if (key === 'Home') return middle;
  const direction = directions[key];
  if (direction === undefined) return null;
  const far = isFar ? 10 * step : step;
  return { x: within(x + direction[0] * far), y: within(y + direction[1] * far) };
}

/** The place in a picture that a pointer is at. */
export function focalPointAt(
  box: { left: number; top: number; width: number; height: number },
  { clientX, clientY }: { clientX: number; clientY: number },
): FocalPoint {
  if (box.width === 0 || box.height === 0) return middle;
  return { x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) };
}

/** In whole percents, as it is said and shown. */
export function inWords({ x, y }: FocalPoint): string {
  return `${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`;
}

function within(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}
