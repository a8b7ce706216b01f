import { limits } from '../../../contract/limits.ts';
import { hourMs, minuteMs } from '../../../contract/time.ts';
import { inTransaction, type SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import type { Storage } from '../../../core/storage/index.ts';
import { orphanObject, sweepOrphanedObjects } from '../orphaned-objects/service.ts';
import { deleteAsset, findPendingSince } from '../repository.ts';

const batchSize = 200;

type Pending = Awaited<ReturnType<typeof findPendingSince>>[number];

/** What the sweep of all projects may use. */
export interface SweepParts {
  system: SystemDb;
  storage: Storage;
  now: Date;
}

/**
 * Forgets uploads that were not confirmed within 24 hours, and removes the objects that nothing needs (specification:
 * media). May run twice at a time. An upload that cannot be removed stays for the next sweep and stops none behind it.
 * @throws temporarily_unavailable while the storage is down
 */
export async function sweepMedia({ system, storage, now }: SweepParts): Promise<void> {
  await sweepPending(system, now);
  await sweepOrphanedObjects(system, storage, now);
}

async function sweepPending(system: SystemDb, now: Date): Promise<void> {
  const loop = projectLoop(system, 'media.sweep', 10 * minuteMs);
  const before = new Date(now.getTime() - limits.pending_upload_hours * hourMs);
  const left: string[] = [];
  for (;;) {
    const pending = await findPendingSince(system, before, { except: left, limit: batchSize });
    const each = { projectOf: (row: Pending) => row.projectId, keyOf: (row: Pending) => row.record._id };
    const failed = await loop.runRows(pending, each, ({ projectId, record }) =>
      inTransaction(system, { dryRun: false }, async (session) => {
        const db = system.project(projectId).within(session);
        // A confirmation in the meantime has changed the revision, and the asset stays.
        if (await deleteAsset(db, record)) await orphanObject({ db, now }, record);
      }),
    );
    left.push(...failed.map(({ record }) => record._id));
    if (pending.length < batchSize) return;
  }
}
