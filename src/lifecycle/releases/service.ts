import { groups, changeTags } from '../../contract/events/cache-tags.ts';
import { problem } from '../../contract/errors/problem.ts';
import { wholeList } from '../../contract/listing.ts';
import { runInBackground } from '../../core/util/index.ts';
import { type ProjectCall, transact } from '../../core/context/index.ts';
import { type Answer, answer } from '../../core/http/index.ts';
import { opensRelease, type ProjectDb } from '../../core/mongo/index.ts';
import { auditedRelease } from './audited.ts';
import { checkReady, loadRelease, refuseRelease } from './resolve-release.ts';
import { purge, startClone } from './copy/clone.ts';
import { countEntries } from './counting.ts';
import { compareReleases } from './promote/diff.ts';
import { Comparison } from './promote/divergence.ts';
import { findReleases, updateRelease } from './repository.ts';
import type { CreateRelease, Release, ReleaseDiff } from './schema.ts';
import { serializeRelease } from './serialize.ts';
import { emitReleaseEvent } from './emit-event.ts';

/** All releases of the project, oldest first (specification: releases). */
export async function listReleases(call: ProjectCall) {
  const all = await findReleases(call.db);
  const { narrowing } = call.db;
  const found = narrowing === null ? all : all.filter(({ _id }) => opensRelease(narrowing, _id));
  return {
    data: found.map((record) => serializeRelease(record, call.project.defaultReleaseId)),
    meta: wholeList(found.length),
  };
}

/** The ids of all releases of the project, oldest first. */
export async function releaseIds(db: ProjectDb): Promise<string[]> {
  return (await findReleases(db)).map(({ _id }) => _id);
}

/** @throws unknown_release */
export async function readRelease(call: ProjectCall, id: string): Promise<Release> {
  refuseRelease(call, id);
  return serializeRelease(await loadRelease(call, id, 'releaseId'), call.project.defaultReleaseId);
}

/** Clones the default release, or the one named. @throws unknown_release, release_not_ready, limit_reached */
export async function createRelease(
  call: ProjectCall,
  { name, from }: CreateRelease,
): Promise<Answer<Release>> {
  if (from !== undefined) checkReady(await loadRelease(call, from, 'from'));
  const record = await startClone(call, { from, name });
  return answer(serializeRelease(record, call.project.defaultReleaseId), {
    status: 201,
    location: `/v1/releases/${record._id}`,
  });
}

/** Renames a release; the same name again changes nothing. @throws unknown_release */
export async function renameRelease(call: ProjectCall, id: string, name: string): Promise<Release> {
  const record = await transact(call, async (inside) => {
    const before = await loadRelease(inside, id, 'releaseId');
    if (before.name === name) return inside.unchanged(before);
    await updateRelease(inside.db, id, { name, revision: before.revision + 1 });
    const isDefault = id === (await inside.defaultReleaseId());
    inside.touch('releases', changeTags(id, isDefault ? groups.all : groups.types)); // lists name the release that they show
    emitReleaseEvent(inside, { name: 'release.updated', release: { ...before, name }, isDefault });
    const audit = { action: 'release.renamed', ...auditedRelease({ ...before, name }) } as const;
    return inside.stored(audit, { ...before, name });
  });
  return serializeRelease(record, call.project.defaultReleaseId);
}

/** What promoting the release would change, and where the default release changed too. @throws unknown_release, release_not_ready */
export async function diffRelease(call: ProjectCall, id: string): Promise<ReleaseDiff> {
  refuseRelease(call, id);
  refuseRelease(call, call.project.defaultReleaseId);
  const release = await loadRelease(call, id, 'releaseId');
  checkReady(release);
  const defaultId = call.project.defaultReleaseId;
  return call.withConcurrencyLimit(() => compareReleases(call.db, { release, defaultId }));
}

/** With what an entry of a release is compared, and whether it was changed there too. @throws unknown_release, release_not_ready */
export async function compareEntry(
  call: ProjectCall,
  id: string,
  entryId: string,
): Promise<{ defaultId: string; conflict: boolean }> {
  refuseRelease(call, id);
  refuseRelease(call, call.project.defaultReleaseId);
  const release = await loadRelease(call, id, 'releaseId');
  checkReady(release);
  const defaultId = call.project.defaultReleaseId;
  const comparison = await Comparison.of(call.db, { release, defaultId });
  return { defaultId, conflict: await comparison.isEntryInConflict(entryId) };
}

/** Removes a release that is not the default; its rows go afterwards. @throws unknown_release, release_is_default */
export async function deleteRelease(call: ProjectCall, id: string): Promise<null> {
  await transact(call, async (inside) => {
    const record = await loadRelease(inside, id, 'releaseId');
    if (id === (await inside.defaultReleaseId()))
      throw problem('release_is_default', {}, { param: 'releaseId' });
    await updateRelease(inside.db, id, { status: 'deleting', alive_at: inside.now });
    countEntries(inside, -record.entry_count);
    inside.touch('releases', changeTags(id, groups.types));
    emitReleaseEvent(inside, { name: 'release.deleted', release: record, isDefault: false });
    return inside.stored({ action: 'release.deleted', ...auditedRelease(record) });
  });
  if (!call.dryRun) runInBackground('remove a release', () => purge(call.db, id));
  return null;
}
