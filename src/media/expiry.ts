import { limits } from '../contract/limits.ts';
import { hourMs } from '../contract/time.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { inTransaction } from '../platform/mongo/transaction.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { orphanObject, sweepOrphanedObjects } from './orphaned-objects/service.ts';
import { deleteAsset, findPendingSince } from './repository.ts';

const batchSize = 200;

/** What the sweep of all projects may use. */
export interface SweepParts {
  system: SystemDb;
  storage: Storage;
  now: Date;
}

/**
 * Forgets uploads that were not confirmed within 24 hours, and removes the objects that nothing needs (specification: media). May run twice at a time. @throws temporarily_unavailable while the storage is down
 */
export async function sweepMedia({ system, storage, now }: SweepParts): Promise<void> {
  const before = new Date(now.getTime() - limits.pending_upload_hours * hourMs);
  for (;;) {
    const pending = await findPendingSince(system, before, batchSize);
    for (const { projectId, record } of pending) {
      await inTransaction(system, { dryRun: false }, async (session) => {
        const db = system.project(projectId).within(session);
        // A confirm that came between has changed the revision, and the asset stays.
        if (await deleteAsset(db, record)) await orphanObject({ db, now }, record);
      });
    }
    if (pending.length < batchSize) break;
  }
  await sweepOrphanedObjects(system, storage, now);
}
