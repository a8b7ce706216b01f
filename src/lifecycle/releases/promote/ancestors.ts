import type { ReleaseRecord } from '../schema.ts';
import { clonePosition, earlierPosition, type WritePosition } from './write-position.ts';

/** A release, and from when on its changes count. */
export interface LineageSegment {
  releaseId: string;
  since: WritePosition;
}

/**
 * Where two releases may differ: in what was written to either since it was copied, to those between it and the release
 * that both come from, and to that one since the first of the copies. Null when an ancestor is gone.
 *
 * @param also - a moment of the common release that is compared, where it is not that of now
 */
export function lineageBetween(
  all: readonly ReleaseRecord[],
  [one, other]: readonly [string, string],
  also?: WritePosition,
): LineageSegment[] | null {
  const ofOne = ancestry(all, one);
  const ofOther = ancestry(all, other);
  const common = ofOne.find(({ _id }) => ofOther.some((each) => each._id === _id))?._id;
  if (common === undefined) return null;
  const copies = [until(ofOne, common), until(ofOther, common)];
  const moments = copies.flatMap((path) => path.slice(-1).map(clonePosition));
  if (also !== undefined) moments.push(also);
  const [first, ...rest] = moments;
  return [
    ...copies.flat().map((release) => ({ releaseId: release._id, since: clonePosition(release) })),
    ...(first === undefined ? [] : [{ releaseId: common, since: rest.reduce(earlierPosition, first) }]),
  ];
}

/** A release and those that it was copied from, as far as they are there. */
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
