import { isId } from '../contract/ids.ts';
import { problem } from '../contract/problem.ts';
import type { ProjectCall, ReleaseInfo } from '../platform/call.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { findRelease, insertRelease } from './repository.ts';

/**
 * Says which release answers: the one asked for, else the default one. Knowing the id is enough (spec, "Release").
 * @throws unknown_release, release_not_ready
 */
export async function chooseRelease(call: ProjectCall, releaseId: string | undefined): Promise<ReleaseInfo> {
  const { defaultReleaseId, defaultReleaseName } = call.project;
  if (releaseId === undefined || releaseId === defaultReleaseId) {
    return { id: defaultReleaseId, name: defaultReleaseName, default: true };
  }
  const found = isId('release', releaseId) ? await findRelease(call.db, releaseId) : null;
  if (found === null) throw problem('unknown_release', { releaseId }, { param: 'release' });
  if (found.status !== 'ready') throw problem('release_not_ready', { releaseId }, { param: 'release' });
  return { id: found._id, name: found.name, default: false };
}

/** Makes the first release of a new project. */
export async function createFirstRelease(db: ProjectDb, id: string, now: Date): Promise<void> {
  await insertRelease(db, { _id: id, name: 'Main', status: 'ready', cloned_from: null, created_at: now });
}
