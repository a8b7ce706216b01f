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
  noteRemoval,
  type OwnedOrphanedObject,
} from './repository.ts';

/** A file that was begun in time may arrive this long after the end of its address, in milliseconds. */
const lateMs = 60 * 60 * 1000;
/** Objects removed in one run of the sweep. */
const batchSize = 200;

/** Notes in the transaction of the change that nothing needs the asset's object any more. */
export async function orphanObject(
  context: Pick<ProjectContext, 'db' | 'now'>,
  { object, upload_ends_at }: Pick<MediaRecord, 'object' | 'upload_ends_at'>,
): Promise<OrphanedObjectRecord> {
  const leftover: OrphanedObjectRecord = {
    _id: object.key,
    private: object.private,
    due_at: context.now,
    until: new Date(upload_ends_at.getTime() + lateMs),
  };
  await insertOrphanedObject(context.db, leftover);
  return leftover;
}

/** Removes an object at once, after the change; while the storage is down that is left to the sweep. */
export async function removeObjectNow(
  context: ProjectContext,
  leftover: OrphanedObjectRecord,
): Promise<void> {
  if (context.dryRun) return;
  try {
    await remove(context.db, context.storage, { leftover, now: context.now });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

/**
 * Removes the objects that nothing needs, in all projects. An object that cannot be removed stays for the next sweep and
 * stops none behind it. If the storage rejects a removal, for example of a locked object, the sweep ends with that error.
 * @throws temporarily_unavailable, at once when the storage does not answer
 */
export async function sweepOrphanedObjects(system: SystemDb, storage: Storage, now: Date): Promise<void> {
  const loop = projectLoop(system, 'media.objects', 10 * minuteMs);
  const each = {
    projectOf: (row: OwnedOrphanedObject) => row.project_id,
    keyOf: (row: OwnedOrphanedObject) => row._id,
  };
  const failures: { refused?: Error; away?: ApiError } = {};
  for (let after: OwnedOrphanedObject | undefined; ;) {
    const due: OwnedOrphanedObject[] = await findDueOrphanedObjects(system, now, { after, limit: batchSize });
    await loop.runRows(due, each, async (leftover) => {
      if (failures.away !== undefined) return;
      try {
        await remove(system.project(leftover.project_id), storage, { leftover, now });
      } catch (error) {
        if (isRejection(error)) failures.refused = error;
        else if (error instanceof ApiError) failures.away = error;
        else throw error;
      }
    });
    after = due.at(-1);
    if (failures.away !== undefined) throw failures.away;
    if (due.length < batchSize) break;
  }
  if (failures.refused !== undefined) throw failures.refused;
}

async function remove(
  db: ProjectDb,
  storage: Storage,
  { leftover, now }: { leftover: OrphanedObjectRecord; now: Date },
): Promise<void> {
  await storage.remove({ key: leftover._id, private: leftover.private });
  await noteRemoval(db, leftover, now);
}
