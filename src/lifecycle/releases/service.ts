import { writeProject } from '../../projects/index.ts';
import { groups, changeTags } from '../../contract/events/cache-tags.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { wholeList } from '../../contract/listing.ts';
import { runInBackground } from '../../core/util/index.ts';
import { type ProjectContext } from '../../core/context/index.ts';
import { type RouteResponse, respond } from '../../core/http/index.ts';
import { opensRelease, type ProjectDb } from '../../core/mongo/index.ts';
import { auditedRelease } from './audited.ts';
import { checkReady, loadRelease, checkReleaseScope } from './resolve-release.ts';
import { purge, startClone } from './copy/clone.ts';
import { countEntries } from './counting.ts';
import { compareReleases } from './promote/diff.ts';
import { Comparison } from './promote/divergence.ts';
import { findReleases, findRestorableReleases, updateRelease } from './repository.ts';
import type { CreateRelease, Release, ReleaseDiff } from './schema.ts';
import { serializeRelease } from './serialize.ts';
import { putReleaseInTrash } from './trash.ts';
import { emitReleaseEvent } from './emit-event.ts';

/** Lists the releases of the project, oldest first (specification: releases). */
export async function listReleases(context: ProjectContext) {
  const all = await findReleases(context.db);
  const { narrowing } = context.db;
  const visibleReleases = narrowing === null ? all : all.filter(({ _id }) => opensRelease(narrowing, _id));
  return {
    data: visibleReleases.map((record) => serializeRelease(record, context.project.defaultReleaseId)),
    meta: wholeList(visibleReleases.length),
  };
}

/** Returns the ids of all releases of the project, oldest first. */
export async function releaseIds(db: ProjectDb): Promise<string[]> {
  return (await findReleases(db)).map(({ _id }) => _id);
}

/** Returns the ids of all releases that exist or can be restored, oldest first. */
export async function restorableReleaseIds(db: ProjectDb): Promise<string[]> {
  return (await findRestorableReleases(db)).map(({ _id }) => _id);
}

/** @throws unknown_release */
export async function readRelease(context: ProjectContext, id: string): Promise<Release> {
  checkReleaseScope(context, id);
  return serializeRelease(await loadRelease(context, id, 'releaseId'), context.project.defaultReleaseId);
}

/** Clones the default release or the named one. @throws unknown_release, release_not_ready, limit_reached */
export async function createRelease(
  context: ProjectContext,
  { name, from }: CreateRelease,
): Promise<RouteResponse<Release>> {
  if (from !== undefined) checkReady(await loadRelease(context, from, 'from'));
  const record = await startClone(context, { from, name });
  return respond(serializeRelease(record, context.project.defaultReleaseId), {
    status: 201,
    location: `/v1/releases/${record._id}`,
  });
}

/** Compares a release with the default release. @throws unknown_release, release_not_ready */
export async function diffRelease(context: ProjectContext, id: string): Promise<ReleaseDiff> {
  checkReleaseScope(context, id);
  checkReleaseScope(context, context.project.defaultReleaseId);
  const release = await loadRelease(context, id, 'releaseId');
  checkReady(release);
  const { defaultReleaseId: defaultId, locales } = context.project;
  return context.withConcurrencyLimit(() =>
    compareReleases(context.db, { release, defaultId }, locales.list),
  );
}

/**
 * Returns the default release, and whether an entry is in conflict with it.
 * @throws unknown_release, release_not_ready
 */
export async function compareEntry(
  context: ProjectContext,
  id: string,
  entryId: string,
): Promise<{ defaultId: string; conflict: boolean }> {
  checkReleaseScope(context, id);
  checkReleaseScope(context, context.project.defaultReleaseId);
  const release = await loadRelease(context, id, 'releaseId');
  checkReady(release);
  const defaultId = context.project.defaultReleaseId;
  const comparison = await Comparison.of(context.db, { release, defaultId });
  return { defaultId, conflict: await comparison.isEntryInConflict(entryId) };
}

/**
 * Deletes a release that is not the default. It goes to the trash; if it can't, its rows are removed afterwards.
 * @throws unknown_release, release_is_default
 */
export async function deleteRelease(context: ProjectContext, id: string): Promise<null> {
  const isInTrash = await writeProject(context, async (tx) => {
    const record = await loadRelease(tx, id, 'releaseId');
    if (id === (await tx.defaultReleaseId()))
      throw apiError('release_is_default', {}, { param: 'releaseId' });
    const isInTrash = await putReleaseInTrash(tx, record);
    if (!isInTrash)
      await updateRelease(tx.db, id, { status: 'deleting', alive_at: tx.now }, ['promotion', 'review']);
    countEntries(tx, -record.entry_count);
    tx.invalidate('releases', changeTags(id, groups.types));
    emitReleaseEvent(tx, { name: 'release.deleted', release: record, isDefault: false });
    return tx.stored({ action: 'release.deleted', ...auditedRelease(record) }, isInTrash);
  });
  if (!isInTrash && !context.dryRun) runInBackground('remove a release', () => purge(context.db, id));
  return null;
}
