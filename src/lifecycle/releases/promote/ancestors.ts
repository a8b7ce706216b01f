import type { ReleaseRecord } from '../schema.ts';
import { clonePosition, earlierPosition, type WritePosition } from './write-position.ts';

/** A release and the position after which its changes count. */
export interface LineageSegment {
  releaseId: string;
  since: WritePosition;
}

/**
 * Returns where two releases can differ: in each release and its ancestors up to the common one, since they
 * were cloned, and in the common one since the first clone. Null if an ancestor was deleted.
 * @param also - another position of the common release to compare with
 */
export function lineageBetween(
  all: readonly ReleaseRecord[],
  [one, other]: readonly [string, string],
  also?: WritePosition,
): LineageSegment[] | null {
  const ancestorsOfOne = ancestry(all, one);
  const ancestorsOfOther = ancestry(all, other);
  const common = ancestorsOfOne.find(({ _id }) => ancestorsOfOther.some((each) => each._id === _id))?._id;
  if (common === undefined) return null;
  const copies = [until(ancestorsOfOne, common), until(ancestorsOfOther, common)];
  const positions = copies.flatMap((path) => path.slice(-1).map(clonePosition));
  if (also !== undefined) positions.push(also);
  const [first, ...rest] = positions;
  return [
    ...copies.flat().map((release) => ({ releaseId: release._id, since: clonePosition(release) })),
    ...(first === undefined ? [] : [{ releaseId: common, since: rest.reduce(earlierPosition, first) }]),
  ];
}

/** A release and its ancestors, as far as they exist. */
function ancestry(all: readonly ReleaseRecord[], id: string): ReleaseRecord[] {
  const path: ReleaseRecord[] = [];
  for (let next: string | null = id; next !== null;) {
    const release = all.find(({ _id }) => _id === next);
    if (release === undefined || path.includes(release)) break;
    path.push(release);
    next = release.cloned_from;
  }
  return path;
}

function until(path: readonly ReleaseRecord[], end: string): ReleaseRecord[] {
  return path.slice(
    0,
    path.findIndex(({ _id }) => _id === end),
  );
}
