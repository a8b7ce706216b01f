import type { FocalPoint } from '../../../../../src/contract/fields/images.ts';

/** The default focal point. */
export const middle: FocalPoint = { x: 0.5, y: 0.5 };

/** The step of an arrow key, as a fraction of the image. Shift multiplies it by ten. */
const step = 0.01;
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves the point by a key; null for other keys. Home returns the middle. */
export function moveByKey({ x, y }: FocalPoint, key: string, isLargeStep: boolean): FocalPoint | null {
  if (key === 'Home') return middle;
  const direction = directions[key];
  if (direction === undefined) return null;
  const distance = isLargeStep ? 10 * step : step;
  return { x: roundToUnit(x + direction[0] * distance), y: roundToUnit(y + direction[1] * distance) };
}

/** The point of the image under the pointer. */
export function focalPointAt(
  box: { left: number; top: number; width: number; height: number },
  { clientX, clientY }: { clientX: number; clientY: number },
): FocalPoint {
  if (box.width === 0 || box.height === 0) return middle;
  return {
    x: roundToUnit((clientX - box.left) / box.width),
    y: roundToUnit((clientY - box.top) / box.height),
  };
}

/** The point in whole percents, or `Center`. */
export function describePoint({ x, y }: FocalPoint): string {
  if (x === middle.x && y === middle.y) return 'Center';
  return `${Math.round(x * 100)}% from the left, ${Math.round(y * 100)}% from the top`;
}

function roundToUnit(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}
