import { Problem } from '../../contract/problem.ts';
import type { ProjectCall } from '../../platform/call.ts';
import type { ProjectDb, SystemDb } from '../../platform/mongo/handle.ts';
import { isRefusal, type Storage } from '../../platform/storage/storage.ts';
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
  call: Pick<ProjectCall, 'db' | 'now'>,
  { object, upload_ends_at }: Pick<MediaRecord, 'object' | 'upload_ends_at'>,
): Promise<OrphanedObjectRecord> {
  const leftover: OrphanedObjectRecord = {
    _id: object.key,
    private: object.private,
    due_at: call.now,
    until: new Date(upload_ends_at.getTime() + lateMs),
  };
  await insertOrphanedObject(call.db, leftover);
  return leftover;
}

/** Removes an object at once, after the change; while the storage is down that is left to the sweep. */
export async function removeObjectNow(call: ProjectCall, leftover: OrphanedObjectRecord): Promise<void> {
  if (call.dryRun) return;
  try {
    await remove(call.db, call.storage, { leftover, now: call.now });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

/**
 * Removes the objects that nothing needs, in all projects. One that the storage refuses to remove (for example because it is locked)
 * stays for the next sweep and stops none behind it; the sweep ends with its refusal, so that the log shows it.
 * @throws temporarily_unavailable, at once when the storage does not answer
 */
export async function sweepOrphanedObjects(system: SystemDb, storage: Storage, now: Date): Promise<void> {
  let refused: Error | null = null;
  let after: OwnedOrphanedObject | undefined;
  for (;;) {
    const due = await findDueOrphanedObjects(system, now, { after, limit: batchSize });
    for (const leftover of due) {
      try {
        await remove(system.project(leftover.project_id), storage, { leftover, now });
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refused = error;
      }
    }
    after = due.at(-1);
    if (due.length < batchSize) break;
  }
  if (refused !== null) throw refused;
}

async function remove(
  db: ProjectDb,
  storage: Storage,
  { leftover, now }: { leftover: OrphanedObjectRecord; now: Date },
): Promise<void> {
  await storage.remove({ key: leftover._id, private: leftover.private });
  await noteRemoval(db, leftover, now);
}
