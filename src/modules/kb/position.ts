import { Type } from '@sinclair/typebox';

const positionMax = 1_000_000_000;

/** Room left between neighbours, so that something can be put between two of them by one write. */
export const positionStep = 1_000;

/** A place in a manual order, or null for the end of it (specification: kb-order). */
export const PositionInput = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: -positionMax,
  maximum: positionMax,
  description: `a whole number from -${positionMax} to ${positionMax}`,
});

/** The position after a write: null asks for the end, and what says nothing keeps its place. */
export async function writtenPosition(
  sent: number | null | undefined,
  before: number | undefined,
  readHighest: () => Promise<number | null>,
): Promise<number> {
  if (sent === undefined && before !== undefined) return before;
  return sent ?? positionAfter(await readHighest());
}

/** The position of something appended after the highest one, or of the first (null). */
export function positionAfter(highest: number | null): number {
  return highest === null ? positionStep : Math.min(positionMax, highest + positionStep);
}
