import { apiError } from '../../../contract/errors/api-error.ts';
import { minuteMs } from '../../../contract/time.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import type { ObjectRef, Storage } from '../../../core/storage/index.ts';
import type { Clock } from '../../../core/util/index.ts';
import {
  beginRemoval,
  findDueMoves,
  finishMove,
  type MediaMoveRecord,
  type OwnedMove,
} from './repository.ts';

const batchSize = 100;

/** The object of a deleted asset in the private bucket. */
export function trashObject({ key }: Pick<ObjectRef, 'key'>): ObjectRef {
  return { key: `trash/${key}`, private: true };
}

/**
 * Moves files of deleted assets to the trash, in all projects. A file that can't be moved stays at its URL until the
 * next run and doesn't stop the others.
 */
export async function moveTrashedFiles(system: SystemDb, storage: Storage, clock: Clock): Promise<void> {
  const loop = projectLoop(system, 'media.trash', minuteMs);
  const each = { projectOf: (row: OwnedMove) => row.project_id, keyOf: (row: OwnedMove) => row._id };
  const failedKeys: string[] = [];
  for (;;) {
    const due = await findDueMoves(system, clock.now(), { except: failedKeys, limit: batchSize });
    const failedMoves = await loop.runRows(due, each, ({ project_id: projectId, ...move }) =>
      moveFile(system.project(projectId), storage, { move, clock }),
    );
    failedKeys.push(...failedMoves.map(({ _id }) => _id));
    if (due.length < batchSize) return;
  }
}

/**
 * Copies the file, then removes it from its URL. If the process is killed, the file is at its URL or in the trash.
 * The row decides between the removal and a restore.
 */
async function moveFile(
  db: ProjectDb,
  storage: Storage,
  { move, clock }: { move: MediaMoveRecord; clock: Clock },
): Promise<void> {
  const from = { key: move._id, private: move.private };
  const to = trashObject(from);
  const stored = await storage.stat(from);
  if (stored !== null) {
    await storage.copy(from, to);
    if ((await storage.stat(to))?.sizeBytes !== stored.sizeBytes)
      throw apiError('temporarily_unavailable', {});
  }
  if (!(await beginRemoval(db, move, clock.now()))) return; // restores compare the time of this removal with the clock
  await storage.remove(from);
  await finishMove(db, move, clock.now());
}
