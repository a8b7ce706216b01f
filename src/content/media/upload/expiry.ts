import { limits } from '../../../contract/limits.ts';
import { hourMs, minuteMs } from '../../../contract/time.ts';
import { inTransaction, type SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import type { Storage } from '../../../core/storage/index.ts';
import { orphanObject, sweepOrphanedObjects } from '../orphaned-objects/service.ts';
import { deleteAssetRow, findPendingSince } from '../repository.ts';

const batchSize = 200;

type Pending = Awaited<ReturnType<typeof findPendingSince>>[number];

export interface SweepDeps {
  system: SystemDb;
  storage: Storage;
  now: Date;
}

/**
 * Deletes uploads that were not confirmed within 24 hours, and orphaned objects (specification: media). Can run twice at
 * the same time. An upload that can't be deleted is tried again in the next sweep and doesn't block others.
 * @throws temporarily_unavailable while the storage is down
 */
export async function sweepMedia({ system, storage, now }: SweepDeps): Promise<void> {
  await sweepPending(system, now);
  await sweepOrphanedObjects(system, storage, now);
}

async function sweepPending(system: SystemDb, now: Date): Promise<void> {
  const loop = projectLoop(system, 'media.sweep', 10 * minuteMs);
  const before = new Date(now.getTime() - limits.pending_upload_hours * hourMs);
  const failedIds: string[] = [];
  for (;;) {
    const pending = await findPendingSince(system, before, { except: failedIds, limit: batchSize });
    const each = { projectOf: (row: Pending) => row.projectId, keyOf: (row: Pending) => row.record._id };
    const failedRows = await loop.runRows(pending, each, ({ projectId, record }) =>
      inTransaction(system, { dryRun: false }, async (session) => {
        const db = system.project(projectId).within(session);
        // If the upload was confirmed meanwhile, its revision has changed and the asset stays.
        if (await deleteAssetRow(db, record)) await orphanObject({ db, now }, record);
      }),
    );
    failedIds.push(...failedRows.map(({ record }) => record._id));
    if (pending.length < batchSize) return;
  }
}
