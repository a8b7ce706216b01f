import { groups, changeTags } from '../../../contract/events/cache-tags.ts';
import { newId } from '../../../contract/ids.ts';
import { limitReached } from '../../../contract/errors/api-error.ts';
import { minuteMs } from '../../../contract/time.ts';
import { type Clock, runInBackground } from '../../../core/util/index.ts';
import { detachFromRequest, type ProjectContext } from '../../../core/context/index.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { checkProjectLimit, writeProject } from '../../../projects/index.ts';
import { auditedRelease } from '../audited.ts';
import { checkReady, loadRelease } from '../resolve-release.ts';
import { copyRelease } from './copy.ts';
import { removeRows } from './copy-repository.ts';
import { countCopiedLocaleRows, countEntries, recountEntries } from '../counting.ts';
import { interrupted, reasonOf } from './failure.ts';
import {
  countReleases,
  findAbandoned,
  findRelease,
  deleteReleaseRow,
  insertRelease,
  updateClone,
} from '../repository.ts';
import type { ReleaseRecord } from '../schema.ts';

type Abandoned = Awaited<ReturnType<typeof findAbandoned>>[number];

/** Milliseconds for which a creation waits before it responds with "cloning" (specification: releases). */
const waitMs = 10_000;

/** A clone without progress for this many milliseconds has lost its process. */
const abandonedAfterMs = 60_000;

/**
 * Starts a clone and waits up to 10 s for it; a longer one continues in the background.
 * @returns the release, which is `ready`, `cloning` or `failed`.
 * @throws unknown_release, release_not_ready, limit_reached if the release is too large to be cloned in
 * time, or the project would exceed its limit of releases or entries
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
    await checkProjectLimit(tx.bounds.perProject, 'releases_per_project_max', (max) =>
      countReleases(tx.db, max),
    );
    record.cloned_from = from ?? (await tx.defaultReleaseId());
    const source = await loadRelease(tx, record.cloned_from, 'from');
    checkReady(source);
    const max = tx.bounds.perProject.entries_per_clone_max;
    if (source.entry_count > max) throw limitReached('entries_per_clone_max', max);
    await insertRelease(tx.db, record);
    countEntries(tx, source.entry_count);
    await countCopiedLocaleRows(tx, source._id);
    tx.invalidate('releases', changeTags(record._id, groups.types));
    return tx.stored({ action: 'release.created', ...auditedRelease(record) });
  });
  if (context.dryRun) return { ...record, status: 'ready', progress: null };
  const cloning = new Promise<void>((resolve) => {
    runInBackground('clone a release', () => clone(context, record).finally(resolve));
  });
  await Promise.race([cloning, waitForClone()]);
  return (await findRelease(db, record._id)) ?? { ...record, status: 'failed', progress: null };
}

async function clone(context: ProjectContext, { _id: id, cloned_from: from }: ReleaseRecord): Promise<void> {
  const startedAt = performance.now();
  const aliveAt = () => new Date(context.now.getTime() + performance.now() - startedAt);
  try {
    const report = (progress: ReleaseRecord['progress']) =>
      updateClone(context.db, id, { progress, alive_at: aliveAt() });
    const result = await copyRelease({ db: context.db, from: from ?? '', to: id, report });
    if (result === null) return await removeRows(context.db, id);
    const { entryCount, writeSeq, defaultId } = result;
    const base = { clone_seq: writeSeq, base_seq: writeSeq, base_default: defaultId };
    const now = aliveAt();
    await finishClone({ ...context, now }, id, {
      status: 'ready',
      entry_count: entryCount,
      progress: null,
      ...base,
    });
  } catch (error) {
    await finishClone({ ...context, now: aliveAt() }, id, {
      status: 'failed',
      progress: null,
      reason: reasonOf(error),
    });
    await removeRows(context.db, id);
    throw error;
  }
}

/** The request that started the clone may have ended long ago. */
async function finishClone(context: ProjectContext, id: string, set: Partial<ReleaseRecord>): Promise<void> {
  await writeProject(detachFromRequest(context), async (tx) => {
    await updateClone(tx.db, id, set);
    await recountEntries(tx.db);
    tx.invalidate('releases', changeTags(id, groups.types));
    return tx.continued();
  });
}

function waitForClone(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, waitMs).unref());
}

/** Removes the rows of a deleted release, then the release. */
export async function purge(db: ProjectDb, id: string): Promise<void> {
  await removeRows(db, id);
  await deleteReleaseRow(db, id);
}

/**
 * Recovers from a killed process: incomplete clones become `failed`, deletions are completed. Runs at start
 * and as a job.
 */
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
