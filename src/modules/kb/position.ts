import { Type } from '@sinclair/typebox';

const positionMax = 1_000_000_000;

/** The gap between neighbors, so that an item can be inserted with one write. */
export const positionStep = 1_000;

/** A position in a manual order; null for the end (specification: kb-order). */
export const PositionInput = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: -positionMax,
  maximum: positionMax,
  description: `a whole number from -${positionMax} to ${positionMax}`,
});

/** Returns the position after a write: null means the end, omitted keeps the current one. */
export async function positionAfterWrite(
  input: number | null | undefined,
  before: number | undefined,
  readHighest: () => Promise<number | null>,
): Promise<number> {
  if (input === undefined && before !== undefined) return before;
  return input ?? positionAfter(await readHighest());
}

/** Returns the position after the highest one, or the first position (null). */
export function positionAfter(highest: number | null): number {
  return highest === null ? positionStep : Math.min(positionMax, highest + positionStep);
}
