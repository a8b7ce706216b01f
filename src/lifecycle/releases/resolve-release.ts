import { isId } from '../../contract/ids.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import type {
  Tx,
  ProjectContext,
  ReleaseBinding,
  ReleaseContext,
  ReleaseInfo,
} from '../../core/context/index.ts';
import { checkNeed } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { findRelease } from './repository.ts';
import type { ReleaseRecord } from './schema.ts';

/**
 * Returns the release of a request: the named one or the default. An id is enough to read a release
 * (specification: authentication).
 * @throws unknown_release, release_not_ready, scope_required
 */
export async function resolveRelease(
  context: ProjectContext,
  releaseId: string | undefined,
): Promise<ReleaseInfo> {
  const { defaultReleaseId, defaultReleaseName } = context.project;
  checkReleaseScope(context, releaseId ?? defaultReleaseId);
  if (releaseId === undefined || releaseId === defaultReleaseId) {
    return { id: defaultReleaseId, name: defaultReleaseName, default: true };
  }
  const namedRelease = await loadRelease(context, releaseId, 'release');
  checkReady(namedRelease);
  return { id: namedRelease._id, name: namedRelease.name, default: false };
}

/**
 * Returns the release of a write, inside its transaction, because the default can have moved and the named
 * release can be gone since the request started. Promotions and deletions update the project's row too, so
 * the result is still valid at the commit.
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
  const grantedDb = hasMoved ? tx.db.grantedTo(tx.caller?.grant ?? null, defaultReleaseId) : tx.db;
  return { project, db: grantedDb.release(release.id), release };
}

/** Rejects releases outside the key's scopes, whether they exist or not. @throws scope_required */
export function checkReleaseScope({ caller, project }: ProjectContext, id: string): void {
  const release = { id, default: id === project.defaultReleaseId };
  checkNeed(caller, { permission: 'read', release });
}

/** The request context after its transaction, with the release that was written. */
export function contextAfterWrite(context: ReleaseContext, release: ReleaseInfo): ReleaseContext {
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

/** @throws release_not_ready if it is being cloned, or the clone failed */
export function checkReady({ _id: releaseId, status, progress }: ReleaseRecord): void {
  if (status === 'ready') return;
  throw apiError(
    'release_not_ready',
    { releaseId },
    { param: 'release', ...(progress === null ? {} : { progress }) },
  );
}

/** Returns the name of an existing release. */
export async function releaseName(db: ProjectDb, id: string): Promise<string> {
  return (await findRelease(db, id))?.name ?? '';
}

/** Whether a release exists and is complete. */
export async function isReleaseReady(db: ProjectDb, id: string): Promise<boolean> {
  return (await findRelease(db, id))?.status === 'ready';
}
