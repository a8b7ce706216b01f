import {
  type SystemWriteSource,
  projectCreatedEntry,
  insertProject,
  newProject,
  type NewProject,
  storeProjectAudit,
  type ProjectRecord,
  writeSystem,
} from '../../projects/index.ts';
import type { ReleaseInfo } from '../../core/context/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { createFirstRelease } from '../../lifecycle/index.ts';

/** Stores a new project with its default release; runs inside a transaction. */
export async function storeProject(tx: SystemDb, project: ProjectRecord): Promise<void> {
  const db = tx.project(project._id);
  await insertProject(db, project);
  await createFirstRelease(db, project.default_release_id, project.created_at);
}

/** Creates a project with its first release. @throws invalid_field_value from `newProject` */
export async function createProject(
  system: SystemDb,
  input: NewProject,
  by: SystemWriteSource,
): Promise<{ project: ProjectRecord; release: ReleaseInfo }> {
  const project = newProject(input, by.now);
  await writeSystem(system, by, async (tx) => {
    await storeProject(tx.system, project);
    await storeProjectAudit(tx.system.project(project._id), [projectCreatedEntry(project)], tx.writer);
    return tx.continued(); // the row is in the project's log
  });
  return { project, release: { id: project.default_release_id, name: 'Main', default: true } };
}
