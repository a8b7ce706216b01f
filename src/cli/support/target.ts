import type { ProjectDb } from '../../core/mongo/index.ts';
import { projectOfTarget } from '../../delivery/index.ts';
import type { Installation } from './installation.ts';
import { commandError } from './command-error.ts';

/** A purge target of a command, with the database of its project. */
export interface NamedTarget {
  installation: Installation;
  id: string;
  db: ProjectDb;
}

/** The argument of every command about one target. */
export const targetArgument = ['<target-id>', 'whe_..., as `galley purge list` shows it'] as const;

/** Finds a purge target and its project by the target's id. @throws invalid_parameter */
export async function purgeTargetNamed(installation: Installation, id = ''): Promise<NamedTarget> {
  const projectId = await projectOfTarget(installation.system, id);
  if (projectId === null) {
    const message = `There is no purge target ${id}. \`galley purge list --project P\` shows a project's targets.`;
    throw commandError(message, { param: 'target-id' });
  }
  return { installation, id, db: installation.system.project(projectId) };
}
