import { hourMs } from '../../../contract/time.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { projectState } from '../../../projects/index.ts';
import { ownerAfter } from './copy-repository.ts';
import { deleteRemovals, findReleases, removals } from '../repository.ts';
import type { ReleaseRecord } from '../schema.ts';
import { basePosition, clonePosition, type WritePosition } from '../promote/write-position.ts';

/** Clocks of processes differ by less than this; a removal and a clone of the same minute are compared by their writes. */
const clockToleranceMs = 60_000;

/** Deletes the removals of all projects that no comparison of releases can need any more. Run by a job. */
export async function trimRemovals(system: SystemDb, now: Date): Promise<void> {
  const loop = projectLoop(system, 'releases.removals', hourMs);
  const trimmed = new Set<string>();
  for (let owner = await ownerAfter(system, removals, null); owner !== null;) {
    const { project_id: projectId } = owner;
    if (!trimmed.has(projectId)) await loop.run(projectId, () => trimProject(system.project(projectId), now));
    trimmed.add(projectId);
    owner = await ownerAfter(system, removals, owner);
  }
}

/** The project's last write is read first: a clone that begins later is newer than all that is deleted. */
async function trimProject(db: ProjectDb, now: Date): Promise<void> {
  const { writeSeq: seq, defaultReleaseId } = await projectState(db);
  const releases = await findReleases(db);
  if (releases.some(({ status }) => status === 'cloning')) return; // its position is not known yet
  const ready = releases.filter(({ status }) => status === 'ready');
  const needed = ready.flatMap((release) => comparedFrom(release, { releases: ready, defaultReleaseId }));
  const seqs = needed.map((position) => position.seq ?? seq);
  const times = needed.map(({ at }) => at.getTime());
  const upTo = {
    seq: Math.min(seq, ...seqs),
    at: new Date(Math.min(now.getTime(), ...times) - clockToleranceMs),
  };
  for (const { _id } of ready) await deleteRemovals(db.release(_id), upTo);
}

/** The positions after which removals count when a release is compared with another one. */
function comparedFrom(
  release: ReleaseRecord,
  { releases, defaultReleaseId }: { releases: readonly ReleaseRecord[]; defaultReleaseId: string },
): WritePosition[] {
  const isCopy = releases.some(({ _id }) => _id === release.cloned_from);
  return [
    ...(release._id === defaultReleaseId ? [] : [basePosition(release)]),
    ...(isCopy ? [clonePosition(release)] : []),
  ];
}
