import { type SystemWriteSource, deleteProject, deleteHead, writeSystem } from '../../projects/index.ts';
import { deleteInvitations, deleteKeys, deleteMembers } from '../../accounts/index.ts';
import { forgetFiles, orphanedObjects, sweepOrphanedObjects } from '../../content/index.ts';
import { removeWakeUps } from '../../core/jobs/index.ts';
import { type AnyCollection, hasRows, removeBatch, type SystemDb } from '../../core/mongo/index.ts';
import type { Storage } from '../../core/storage/index.ts';
import { deleteEndpoints } from '../../delivery/index.ts';

/** What a removal works with. */
export interface RemovalParts {
  system: SystemDb;
  storage: Storage;
  by: SystemWriteSource;
  /** Every collection; those with rows of projects are emptied of the project's. */
  collections: readonly AnyCollection[];
}

/** What was removed: rows by collection, and files. */
export interface RemovalCounts {
  rows: Record<string, number>;
  files: number;
  /** The storage did not remove them all: the sweep of the service does. */
  areFilesLeft: boolean;
}

/** Those with rows of projects; objects that nothing needs are forgotten once they are removed. */
function ofProjects(collections: readonly AnyCollection[]): readonly AnyCollection[] {
  return collections.filter(({ name, scope }) => scope !== 'system' && name !== orphanedObjects.name);
}

/** Whether anything of a project is left, its own row or what a removal that was killed did not come to. */
export async function isAnythingLeft(
  { system, collections }: Pick<RemovalParts, 'system' | 'collections'>,
  projectId: string,
): Promise<boolean> {
  const found = await Promise.all(
    ofProjects(collections).map(({ name }) => hasRows(system.project(projectId), name)),
  );
  return found.includes(true);
}

/**
 * Removes a project and everything of it. In one transaction its row, its keys, memberships, endpoints and invitations
 * go: from then on every caller is refused, nothing is sent, and writes that were under way are stored no more, since
 * all of a project meet in its row. The rest goes in small steps. It may be killed at any time and run again. Files
 * that the storage does not remove now are left to the service's sweep. @throws temporarily_unavailable
 */
export async function removeProject(
  { system, storage, by, collections }: RemovalParts,
  projectId: string,
): Promise<RemovalCounts> {
  const db = system.project(projectId);
  await writeSystem(system, by, async (outside) => {
    const tx = outside.system.project(projectId);
    const isFirst = await deleteProject(tx);
    await deleteKeys(tx);
    await deleteMembers(tx);
    await deleteEndpoints(tx);
    await deleteInvitations(outside.system, projectId);
    const audit = { action: 'project.deleted', subject: { kind: 'project', id: projectId } } as const;
    return isFirst ? outside.stored(audit) : outside.continued(); // a removal that was killed has its row
  });
  const removed = { rows: {} as Record<string, number>, files: 0 };
  let before: number;
  do {
    // What was stored meanwhile, a file's confirmation or a copy's rows, goes in the next round.
    before = total(removed);
    removed.files += await forgetFiles(db, by.now);
    for (const { name } of ofProjects(collections)) {
      for (let count = 1; count > 0;) {
        count = await removeBatch(db, name);
        if (count > 0) removed.rows[name] = (removed.rows[name] ?? 0) + count;
      }
    }
  } while (total(removed) > before);
  await deleteHead(db);
  await removeWakeUps(system, projectId);
  const areFilesLeft = await sweepOrphanedObjects(system, storage, by.now).then(
    () => false,
    () => true,
  );
  return { ...removed, areFilesLeft };
}

function total({ rows: counts, files }: Omit<RemovalCounts, 'areFilesLeft'>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, files);
}
