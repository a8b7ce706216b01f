import { isId } from '../../contract/ids.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type {
  Tx,
  ProjectContext,
  ReleaseBinding,
  ReleaseContext,
  ReleaseInfo,
} from '../../core/context/index.ts';
import { refuseOutside } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { findRelease } from './repository.ts';
import type { ReleaseRecord } from './schema.ts';

/**
 * Says which release answers: the one asked for, else the default one. Knowing the id is enough (specification: authentication).
 * @throws unknown_release, release_not_ready, scope_required
 */
export async function resolveRelease(
  context: ProjectContext,
  releaseId: string | undefined,
): Promise<ReleaseInfo> {
  const { defaultReleaseId, defaultReleaseName } = context.project;
  refuseRelease(context, releaseId ?? defaultReleaseId);
  if (releaseId === undefined || releaseId === defaultReleaseId) {
    return { id: defaultReleaseId, name: defaultReleaseName, default: true };
  }
  const namedRelease = await loadRelease(context, releaseId, 'release');
  checkReady(namedRelease);
  return { id: namedRelease._id, name: namedRelease.name, default: false };
}

/**
 * Says which release a write belongs to, inside its transaction: the default one may have moved, and the one that was
 * named may be gone, since the request was admitted. Every promotion and every removal meets the write in the project's
 * row, so what is seen here is still so when the write commits.
 * @throws unknown_release, release_not_ready
 */
export async function resolveReleaseInside(
  tx: Tx<ProjectContext>,
  releaseId: string | undefined,
): Promise<ReleaseBinding> {
  const defaultReleaseId = await tx.defaultReleaseId();
  const hasMoved = defaultReleaseId !== tx.project.defaultReleaseId;
  const defaultReleaseName = hasMoved
    ? await releaseName(tx.db, defaultReleaseId)
    : tx.project.defaultReleaseName;
  const project = { ...tx.project, defaultReleaseId, defaultReleaseName };
  const release = await resolveRelease({ ...tx, project }, releaseId);
  const granted = hasMoved ? tx.db.grantedTo(tx.caller?.grant ?? null, defaultReleaseId) : tx.db;
  return { project, db: granted.release(release.id), release };
}

/** Keeps callers out of releases that their keys were not given, whether they exist or not. @throws scope_required */
export function refuseRelease({ caller, project }: ProjectContext, id: string): void {
  const release = { id, default: id === project.defaultReleaseId };
  refuseOutside(caller, { permission: 'read', release });
}

/** The call after its transaction, on the release that was written. */
export function callAfter(context: ReleaseContext, release: ReleaseInfo): ReleaseContext {
  return release.id === context.release.id
    ? context
    : { ...context, db: context.db.release(release.id), release };
}

/** @throws unknown_release */
export async function loadRelease(
  context: ProjectContext,
  releaseId: string,
  param: string,
): Promise<ReleaseRecord> {
  const record = isId('release', releaseId) ? await findRelease(context.db, releaseId) : null;
  if (record === null) throw apiError('unknown_release', { releaseId }, { param });
  return record;
}

/** @throws release_not_ready while it is being copied, or when that failed */
export function checkReady({ _id: releaseId, status, progress }: ReleaseRecord): void {
  if (status === 'ready') return;
  throw apiError(
    'release_not_ready',
    { releaseId },
    { param: 'release', ...(progress === null ? {} : { progress }) },
  );
}

/** The name of a release that is known to exist. */
export async function releaseName(db: ProjectDb, id: string): Promise<string> {
  return (await findRelease(db, id))?.name ?? '';
}

/** Whether a release is there and whole. */
export async function isReleaseReady(db: ProjectDb, id: string): Promise<boolean> {
  return (await findRelease(db, id))?.status === 'ready';
}
