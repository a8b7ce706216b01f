import { groups, changeTags } from '../../../contract/events/cache-tags.ts';
import { newId } from '../../../contract/ids.ts';
import { limitReached } from '../../../contract/errors/api-error.ts';
import { minuteMs } from '../../../contract/time.ts';
import { type Clock, runInBackground } from '../../../core/util/index.ts';
import { detachFromRequest, type ProjectContext } from '../../../core/context/index.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { checkRoom, writeProject } from '../../../projects/index.ts';
import { auditedRelease } from '../audited.ts';
import { checkReady, loadRelease } from '../resolve-release.ts';
import { copyRelease } from './copy.ts';
import { removeRows } from './copy-repository.ts';
import { countEntries, recountEntries } from '../counting.ts';
import { interrupted, reasonOf } from './failure.ts';
import {
  countReleases,
  findAbandoned,
  findRelease,
  forgetRelease,
  insertRelease,
  updateClone,
} from '../repository.ts';
import type { ReleaseRecord } from '../schema.ts';

type Abandoned = Awaited<ReturnType<typeof findAbandoned>>[number];

/** How long a creation waits for its clone before it answers "cloning", in milliseconds (specification: releases). */
const patienceMs = 10_000;

/** A clone without progress for this long has no process any more, in milliseconds. */
const abandonedAfterMs = 60_000;

/**
 * Begins a clone and waits for it for up to 10 s; a longer one goes on in the background.
 * @returns the release as it is then: `ready`, `cloning` or `failed`.
 * @throws unknown_release, release_not_ready, limit_reached when the release is too large to be copied in time, or the copy would be one release, or hold more entries, than the project may have
 */
export async function startClone(
  context: ProjectContext,
  { from, name }: { from?: string | undefined; name: string },
): Promise<ReleaseRecord> {
  const { db, now } = context;
  const record: ReleaseRecord & { cloned_from: string } = {
    _id: newId('release', now),
    name,
    status: 'cloning',
    cloned_from: from ?? context.project.defaultReleaseId,
    revision: 1,
    base_at: now,
    entry_count: 0,
    progress: { copied: 0, total: 0 },
    alive_at: now,
    created_at: now,
  };
  await writeProject(context, async (tx) => {
    await checkRoom(tx.bounds.perProject, 'releases_per_project_max', (most) => countReleases(tx.db, most));
    record.cloned_from = from ?? (await tx.defaultReleaseId());
    const source = await loadRelease(tx, record.cloned_from, 'from');
    checkReady(source);
    const most = tx.bounds.perProject.entries_per_clone_max;
    if (source.entry_count > most) throw limitReached('entries_per_clone_max', most);
    await insertRelease(tx.db, record);
    countEntries(tx, source.entry_count);
    tx.invalidate('releases', changeTags(record._id, groups.types));
    return tx.stored({ action: 'release.created', ...auditedRelease(record) });
  });
  if (context.dryRun) return { ...record, status: 'ready', progress: null };
  const cloning = new Promise<void>((resolve) => {
    runInBackground('clone a release', () => clone(context, record).finally(resolve));
  });
  await Promise.race([cloning, patience()]);
  return (await findRelease(db, record._id)) ?? { ...record, status: 'failed', progress: null };
}

async function clone(context: ProjectContext, { _id: id, cloned_from: from }: ReleaseRecord): Promise<void> {
  const startedAt = performance.now();
  const aliveAt = () => new Date(context.now.getTime() + performance.now() - startedAt);
  try {
    const tell = (progress: ReleaseRecord['progress']) =>
      updateClone(context.db, id, { progress, alive_at: aliveAt() });
    const copied = await copyRelease({ db: context.db, from: from ?? '', to: id, tell });
    if (copied === null) return await removeRows(context.db, id);
    const { entryCount, writeSeq, defaultId } = copied;
    const base = { clone_seq: writeSeq, base_seq: writeSeq, base_default: defaultId };
    const now = aliveAt();
    await finish({ ...context, now }, id, {
      status: 'ready',
      entry_count: entryCount,
      progress: null,
      ...base,
    });
  } catch (error) {
    await finish({ ...context, now: aliveAt() }, id, {
      status: 'failed',
      progress: null,
      reason: reasonOf(error),
    });
    await removeRows(context.db, id);
    throw error;
  }
}

/** By then the request that began the clone may have been answered long ago. */
async function finish(context: ProjectContext, id: string, set: Partial<ReleaseRecord>): Promise<void> {
  await writeProject(detachFromRequest(context), async (tx) => {
    await updateClone(tx.db, id, set);
    await recountEntries(tx.db);
    tx.invalidate('releases', changeTags(id, groups.types));
    return tx.continued();
  });
}

function patience(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, patienceMs).unref());
}

/** Removes the rows of a deleted release, then the release. */
export async function purge(db: ProjectDb, id: string): Promise<void> {
  await removeRows(db, id);
  await forgetRelease(db, id);
}

/** Ends what a killed process left: half-made clones become `failed`, deletions are finished. Run at start and by a job. */
export async function recoverReleases(system: SystemDb, clock: Clock): Promise<void> {
  const before = new Date(clock.now().getTime() - abandonedAfterMs);
  const loop = projectLoop(system, 'releases.recover', minuteMs);
  const each = {
    projectOf: (row: Abandoned) => row.projectId,
    keyOf: (row: Abandoned) => row.release._id,
  };
  await loop.runRows(await findAbandoned(system, before), each, async ({ projectId, release }) => {
    const db = system.project(projectId);
    if (release.status === 'deleting') return purge(db, release._id);
    await updateClone(db, release._id, { status: 'failed', progress: null, reason: interrupted });
    await removeRows(db, release._id);
  });
}
