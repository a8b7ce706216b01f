import { apiError } from '../../../contract/errors/api-error.ts';
import { itemChangeTags } from '../../../contract/events/cache-tags.ts';
import { minuteMs } from '../../../contract/time.ts';
import type { ProjectContext, TrashKind } from '../../../core/context/index.ts';
import { inTransaction, type ProjectDb } from '../../../core/mongo/index.ts';
import { countTags } from '../editor/tags.ts';
import { emitMediaEvent } from '../emit-event.ts';
import { deleteOrphanedObject } from '../orphaned-objects/repository.ts';
import { lateUploadMs, orphanObjectUntil } from '../orphaned-objects/service.ts';
import { findTrashedAsset, replaceAsset } from '../repository.ts';
import type { MediaRecord } from '../schema.ts';
import { changedRecord, countMedia } from '../upload/upload.ts';
import { trashObject } from './move.ts';
import { deleteMove, findMove, type MediaMoveRecord, putMove } from './repository.ts';

/** Maximum milliseconds of a request to remove an object. A process that began a removal earlier was killed. */
const removalTimeoutMs = 30_000;
/** Delay of the move while a file is restored. After a failed restore, the job then moves the file to the trash. */
const restoreDelayMs = 10 * minuteMs;
/** After a restore, the copy in the trash stays this long, so that a job that reads it doesn't fail. */
const keptCopyMs = minuteMs;

/** Marks the file of a deleted asset to be moved to the trash, in the transaction of the deletion. */
export async function moveToTrash(
  { db, now }: Pick<ProjectContext, 'db' | 'now'>,
  record: MediaRecord,
): Promise<void> {
  await deleteOrphanedObject(db, trashObject(record.object).key); // left by an earlier restore
  await putMove(db, moveDueAt(record, now));
}

function moveDueAt({ object, upload_ends_at }: MediaRecord, due_at: Date): MediaMoveRecord {
  return { _id: object.key, private: object.private, due_at, until: lastUploadTime(upload_ends_at) };
}

function lastUploadTime(endsAt: Date): Date {
  return new Date(endsAt.getTime() + lateUploadMs);
}

/** Restores deleted files under their ids and URLs (specification: trash). */
export const trashedMedia: TrashKind = {
  kind: 'media',
  needs: { permission: 'publish', area: 'media' },
  /** Copies the file back to its URL before the transaction, because that can take seconds. */
  async prepare(context, { record }) {
    const asset = record as MediaRecord; // written by `deleteAsset`
    await delayMove(context, asset);
    const { storage } = context;
    const { object } = asset;
    if ((await storage.stat(object)) !== null) return;
    if ((await storage.stat(trashObject(object))) === null)
      throw apiError('cannot_be_restored', { why: 'the storage no longer has its file' });
    await storage.copy(trashObject(object), object);
  },
  async restore(tx, { itemId, record }) {
    const { tags = [], object } = record as MediaRecord;
    const move = await findMove(tx.db, object.key);
    if (move === null || move.removing_at !== undefined) throw apiError('temporarily_unavailable', {});
    const deleted = await findTrashedAsset(tx.db, itemId);
    if (deleted === null) throw apiError('cannot_be_restored', { why: 'a file with its id exists again' });
    await deleteMove(tx.db, object.key);
    const { in_trash: _inTrash, ...before } = deleted;
    const after = changedRecord(tx, before, { status: 'ready', ...(tags.length === 0 ? {} : { tags }) });
    await replaceAsset(tx.db, deleted, after);
    await countTags(tx.db, tags);
    countMedia(tx, 1, after.size_bytes);
    await emitMediaEvent(tx, { record: after, before: deleted, verb: 'updated' });
    tx.invalidate('media', itemChangeTags('media', itemId));
    const copyEnds = new Date(tx.now.getTime() + keptCopyMs);
    await orphanObjectUntil(tx.db, trashObject(object), { due_at: copyEnds, until: copyEnds });
    return [];
  },
  async forget(db, itemId) {
    const asset = await findTrashedAsset(db, itemId);
    if (asset !== null) await forgetTrashedFile(db, asset);
  },
};

/**
 * Delays the move of a file until its restore is over, in a transaction, because a concurrent restore would leave a row
 * that later removes the restored file. @throws not_in_trash, temporarily_unavailable while the job removes the file
 */
function delayMove({ db, now }: ProjectContext, asset: MediaRecord): Promise<void> {
  return inTransaction(db.system, { dryRun: false }, async (session) => {
    const txDb = db.within(session);
    const { _id: id, object } = asset;
    if ((await findTrashedAsset(txDb, id)) === null) throw apiError('not_in_trash', { id }, { param: 'ids' });
    const removingAt = (await findMove(txDb, object.key))?.removing_at?.getTime() ?? 0;
    if (now.getTime() - removingAt < removalTimeoutMs) throw apiError('temporarily_unavailable', {});
    await putMove(txDb, moveDueAt(asset, new Date(now.getTime() + restoreDelayMs)));
  });
}

/** Marks both objects of an asset in the trash for removal, inside a transaction. */
export async function forgetTrashedFile(db: ProjectDb, asset: MediaRecord): Promise<void> {
  const { object, upload_ends_at } = asset;
  const now = new Date(0); // due at once, by any clock
  await deleteMove(db, object.key);
  await orphanObjectUntil(db, trashObject(object), { due_at: now, until: now });
  await orphanObjectUntil(db, object, { due_at: now, until: lastUploadTime(upload_ends_at) });
  const { in_trash: _inTrash, ...after } = asset;
  await replaceAsset(db, asset, after);
}
