import { type SystemWriteSource, deleteProject, deleteHead, writeSystem } from '../projects/index.ts';
import { deleteInvitations, deleteKeys, deleteMembers } from '../accounts/index.ts';
import { deleteAllAssets, orphanedObjects, sweepOrphanedObjects } from '../content/index.ts';
import { removeWakeUps } from '../core/jobs/index.ts';
import { type AnyCollection, hasRows, removeBatch, type SystemDb } from '../core/mongo/index.ts';
import type { Storage } from '../core/storage/index.ts';
import { deleteEndpoints } from '../delivery/index.ts';

/** The input of a removal. */
export interface RemovalParts {
  system: SystemDb;
  storage: Storage;
  source: SystemWriteSource;
  /** All collections. The project's rows are deleted from those of projects. */
  collections: readonly AnyCollection[];
  /** Whether nobody ever saw the project, so that the audit log doesn't list its removal. */
  isHidden?: boolean;
}

/** The number of removed rows by collection, and of removed files. */
export interface RemovalCounts {
  rows: Record<string, number>;
  files: number;
  /** Whether the storage still has files, which a sweep of the service removes. */
  areFilesLeft: boolean;
}

/** Collections with rows of projects. Rows of orphaned objects stay until the objects are removed. */
function ofProjects(collections: readonly AnyCollection[]): readonly AnyCollection[] {
  return collections.filter(({ name, scope }) => scope !== 'system' && name !== orphanedObjects.name);
}

/** Whether rows of a project exist: its own, or those that an interrupted removal left. */
export async function isAnythingLeft(
  { system, collections }: Pick<RemovalParts, 'system' | 'collections'>,
  projectId: string,
): Promise<boolean> {
  const hasRowsByCollection = await Promise.all(
    ofProjects(collections).map(({ name }) => hasRows(system.project(projectId), name)),
  );
  return hasRowsByCollection.includes(true);
}

/**
 * Removes a project. The first transaction deletes its row, keys, memberships, endpoints and invitations, so every
 * caller is rejected, nothing is sent, and running writes fail. The rest is deleted in small steps, and an interrupted
 * removal can be repeated.
 */
export async function removeProject(
  { system, storage, source, collections, isHidden = false }: RemovalParts,
  projectId: string,
): Promise<RemovalCounts> {
  const db = system.project(projectId);
  await writeSystem(system, source, async (systemTx) => {
    const tx = systemTx.system.project(projectId);
    const isFirst = await deleteProject(tx);
    await deleteKeys(tx);
    await deleteMembers(tx);
    await deleteEndpoints(tx);
    await deleteInvitations(systemTx.system, projectId);
    const audit = { action: 'project.deleted', subject: { kind: 'project', id: projectId } } as const;
    return isFirst && !isHidden ? systemTx.stored(audit) : systemTx.continued(); // an interrupted removal has its audit row already
  });
  const counts = { rows: {} as Record<string, number>, files: 0 };
  let previousTotal: number;
  do {
    // Rows that were stored meanwhile, such as those of a running clone, are removed in the next round.
    previousTotal = total(counts);
    counts.files += await deleteAllAssets(db, source.now);
    for (const { name } of ofProjects(collections)) {
      for (let count = 1; count > 0;) {
        count = await removeBatch(db, name);
        if (count > 0) counts.rows[name] = (counts.rows[name] ?? 0) + count;
      }
    }
  } while (total(counts) > previousTotal);
  await deleteHead(db);
  await removeWakeUps(system, projectId);
  const areFilesLeft = await sweepOrphanedObjects(system, storage, source.now).then(
    () => false,
    () => true,
  );
  return { ...counts, areFilesLeft };
}

function total({ rows: counts, files }: Omit<RemovalCounts, 'areFilesLeft'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, files);
}
