import {
  type CollectionSpec,
  projectCollection,
  type ProjectDb,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { unscopedRows } from '../../../core/mongo/scope/unscoped.ts';

/** A file that a job moves to the trash. Restoring its asset deletes the row, so that the job can't remove the file. */
export interface MediaMoveRecord {
  /** Key of the object at its URL. */
  _id: string;
  private: boolean;
  due_at: Date;
  /** The client can upload the object again until then, so a second move follows. */
  until: Date;
  /** When the job began to remove the copied object from its URL. */
  removing_at?: Date;
}

export const mediaMoves = projectCollection<MediaMoveRecord>('media_moves', [
  { key: { due_at: 1 }, name: 'due' },
  { key: { project_id: 1 } },
]);

/** Stores or replaces a move that has not begun to remove the object. */
export async function putMove(
  db: ProjectDb,
  { _id, private: isPrivate, due_at, until }: MediaMoveRecord,
): Promise<void> {
  const change = { $set: { private: isPrivate, due_at, until }, $unset: { removing_at: '' as const } };
  await rows(db, mediaMoves).updateOne({ _id }, change, true);
}

export function findMove(db: ProjectDb, key: string): Promise<MediaMoveRecord | null> {
  return rows(db, mediaMoves).findOne({ _id: key });
}

export async function deleteMove(db: ProjectDb, key: string): Promise<void> {
  await rows(db, mediaMoves).deleteOne({ _id: key });
}

/** Begins the removal of a copied object. @returns false if the asset was restored, or is being restored */
export function beginRemoval(db: ProjectDb, { _id, due_at }: MediaMoveRecord, now: Date): Promise<boolean> {
  return rows(db, mediaMoves).updateOne({ _id, due_at }, { $set: { removing_at: now } });
}

/** Deletes the row of a moved object, or schedules the second move. */
export async function finishMove(
  db: ProjectDb,
  { _id, due_at, until }: MediaMoveRecord,
  now: Date,
): Promise<void> {
  if (until <= now) await rows(db, mediaMoves).deleteOne({ _id, due_at });
  else {
    const change = { $set: { due_at: until }, $unset: { removing_at: '' as const } };
    await rows(db, mediaMoves).updateOne({ _id, due_at }, change);
  }
}

/** A row with its project id, which only the job for all projects reads. */
export type OwnedMove = MediaMoveRecord & { project_id: string };

/** Returns due moves of all projects except some, by date. */
export function findDueMoves(
  system: SystemDb,
  now: Date,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<OwnedMove[]> {
  return unscopedRows(system, mediaMoves as CollectionSpec<OwnedMove>)
    .find({ due_at: { $lte: now }, _id: { $nin: [...except] } }, { sort: { due_at: 1 }, limit })
    .toArray();
}
