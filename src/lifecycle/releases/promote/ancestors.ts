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
 * @param extraPosition - another position of the common release to compare with
 */
export function lineageBetween(
  all: readonly ReleaseRecord[],
  [releaseId, otherId]: readonly [string, string],
  extraPosition?: WritePosition,
): LineageSegment[] | null {
  const ancestorsOfOne = ancestry(all, releaseId);
  const ancestorsOfOther = ancestry(all, otherId);
  const common = ancestorsOfOne.find(({ _id }) => ancestorsOfOther.some((each) => each._id === _id))?._id;
  if (common === undefined) return null;
  const copies = [pathUntil(ancestorsOfOne, common), pathUntil(ancestorsOfOther, common)];
  const positions = copies.flatMap((path) => path.slice(-1).map(clonePosition));
  if (extraPosition !== undefined) positions.push(extraPosition);
  const [first, ...rest] = positions;
  return [
    ...copies.flat().map((release) => ({ releaseId: release._id, since: clonePosition(release) })),
    ...(first === undefined ? [] : [{ releaseId: common, since: rest.reduce(earlierPosition, first) }]),
  ];
}

/** A release and its ancestors, as far as they exist. */
function ancestry(all: readonly ReleaseRecord[], id: string): ReleaseRecord[] {
  const path: ReleaseRecord[] = [];
  for (let nextId: string | null = id; nextId !== null;) {
    const release = all.find(({ _id }) => _id === nextId);
    if (release === undefined || path.includes(release)) break;
    path.push(release);
    nextId = release.cloned_from;
  }
  return path;
}

function pathUntil(path: readonly ReleaseRecord[], end: string): ReleaseRecord[] {
  return path.slice(
    0,
    path.findIndex(({ _id }) => _id === end),
  );
}
