import { hourMs } from '../../../contract/time.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { projectState } from '../../../projects/index.ts';
import { ownerAfter } from './copy-repository.ts';
import { deleteRemovals, findRestorableReleases, removals } from '../repository.ts';
import type { ReleaseRecord } from '../schema.ts';
import { basePosition, clonePosition, type WritePosition } from '../promote/write-position.ts';

/** Maximum difference of process clocks; within it, a removal and a clone are compared by their writes. */
const clockToleranceMs = 60_000;

/** Deletes removals that no comparison of releases needs any more, in all projects. Runs as a job. */
export async function trimRemovals(system: SystemDb, now: Date): Promise<void> {
  const loop = projectLoop(system, 'releases.removals', hourMs);
  const trimmedProjects = new Set<string>();
  for (let owner = await ownerAfter(system, removals, null); owner !== null;) {
    const { project_id: projectId } = owner;
    if (!trimmedProjects.has(projectId))
      await loop.run(projectId, () => trimProject(system.project(projectId), now));
    trimmedProjects.add(projectId);
    owner = await ownerAfter(system, removals, owner);
  }
}

/** The project's last write is read first, so later clones are newer than everything that is deleted. */
async function trimProject(db: ProjectDb, now: Date): Promise<void> {
  const { writeSeq: seq, defaultReleaseId } = await projectState(db);
  const releases = await findRestorableReleases(db);
  if (releases.some(({ status }) => status === 'cloning')) return; // its position is unknown until it is ready
  const readyReleases = releases.filter(({ status }) => status !== 'failed');
  const neededPositions = readyReleases.flatMap((release) =>
    comparisonStarts(release, { releases: readyReleases, defaultReleaseId }),
  );
  const seqs = neededPositions.map((position) => position.seq ?? seq);
  const times = neededPositions.map(({ at }) => at.getTime());
  const end = {
    seq: Math.min(seq, ...seqs),
    at: new Date(Math.min(now.getTime(), ...times) - clockToleranceMs),
  };
  for (const { _id } of readyReleases) await deleteRemovals(db.release(_id), end);
}

/** The positions after which removals count when a release is compared. */
function comparisonStarts(
  release: ReleaseRecord,
  { releases, defaultReleaseId }: { releases: readonly ReleaseRecord[]; defaultReleaseId: string },
): WritePosition[] {
  const isCopy = releases.some(({ _id }) => _id === release.cloned_from);
  return [
    ...(release._id === defaultReleaseId ? [] : [basePosition(release)]),
    ...(isCopy ? [clonePosition(release)] : []),
  ];
}
