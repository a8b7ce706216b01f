import { ApiError } from '../../../contract/errors/api-error.ts';
import { minuteMs } from '../../../contract/time.ts';
import type { ProjectContext } from '../../../core/context/index.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { isRejection, type Storage } from '../../../core/storage/index.ts';
import type { MediaRecord, OrphanedObjectRecord } from '../schema.ts';
import {
  findDueOrphanedObjects,
  insertOrphanedObject,
  isOrphaned,
  recordRemoval,
  type OwnedOrphanedObject,
} from './repository.ts';

/** Milliseconds after its URL expires in which an upload that started in time can still arrive. */
export const lateUploadMs = 60 * 60 * 1000;
/** Objects in one query of the sweep. */
const batchSize = 200;

/** Marks the object of an asset for removal, in the transaction of the change. */
export async function orphanObject(
  context: Pick<ProjectContext, 'db' | 'now'>,
  { object, upload_ends_at }: Pick<MediaRecord, 'object' | 'upload_ends_at'>,
): Promise<OrphanedObjectRecord> {
  const orphan: OrphanedObjectRecord = {
    _id: object.key,
    private: object.private,
    due_at: context.now,
    until: new Date(upload_ends_at.getTime() + lateUploadMs),
  };
  await insertOrphanedObject(context.db, orphan);
  return orphan;
}

/** Marks an object for removal at a date. */
export function orphanObjectUntil(
  db: ProjectDb,
  { key, private: isPrivate }: MediaRecord['object'],
  dates: Pick<OrphanedObjectRecord, 'due_at' | 'until'>,
): Promise<void> {
  return insertOrphanedObject(db, { _id: key, private: isPrivate, ...dates });
}

/** Removes an object right after the change. If the storage is down, the sweep removes it later. */
export async function removeObjectNow(context: ProjectContext, orphan: OrphanedObjectRecord): Promise<void> {
  if (context.dryRun) return;
  try {
    await remove(context.db, context.storage, { orphan, now: context.now });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/**
 * Removes orphaned objects of all projects. An object that can't be removed is tried again in the next sweep and doesn't
 * block others. If the storage rejects a removal, for example of a locked object, the sweep throws that error at its end.
 * @throws temporarily_unavailable immediately if the storage doesn't respond
 */
export async function sweepOrphanedObjects(system: SystemDb, storage: Storage, now: Date): Promise<void> {
  const loop = projectLoop(system, 'media.objects', 10 * minuteMs);
  const each = {
    projectOf: (row: OwnedOrphanedObject) => row.project_id,
    keyOf: (row: OwnedOrphanedObject) => row._id,
  };
  const failures: { rejection?: Error; outage?: ApiError } = {};
  for (let after: OwnedOrphanedObject | undefined; ;) {
    const due: OwnedOrphanedObject[] = await findDueOrphanedObjects(system, now, { after, limit: batchSize });
    await loop.runRows(due, each, async (orphan) => {
      if (failures.outage !== undefined) return;
      const db = system.project(orphan.project_id);
      if (!(await isOrphaned(db, orphan))) return; // its asset was restored and deleted again, so the trash needs the object
      try {
        await remove(db, storage, { orphan, now });
      } catch (error) {
        if (isRejection(error)) failures.rejection = error;
        else if (error instanceof ApiError) failures.outage = error;
        else throw error;
      }
    });
    after = due.at(-1);
    if (failures.outage !== undefined) throw failures.outage;
    if (due.length < batchSize) break;
  }
  if (failures.rejection !== undefined) throw failures.rejection;
}

async function remove(
  db: ProjectDb,
  storage: Storage,
  { orphan, now }: { orphan: OrphanedObjectRecord; now: Date },
): Promise<void> {
  await storage.remove({ key: orphan._id, private: orphan.private });
  await recordRemoval(db, orphan, now);
}
