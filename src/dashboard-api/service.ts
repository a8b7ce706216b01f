import { isId } from '../contract/ids.ts';
import { problem } from '../contract/problem.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import type { ProjectInfo } from '../platform/call.ts';
import { findProjects, projectInfo } from '../projects/service.ts';
import type { Role } from '../users/schema.ts';
import { findMember } from '../users/service.ts';

export { findPerson } from './session.ts';
export { newSetUpToken, setUpRows } from './set-up-token.ts';

/** A project as a member of it may open it. @throws unknown_project for everybody else */
export async function openForMember(
  system: SystemDb,
  projectId: string,
  userId: string,
): Promise<{ project: ProjectInfo; role: Role }> {
  const member = isId('project', projectId) ? await findMember(system.project(projectId), userId) : null;
  const [found] = member === null ? [] : await findProjects(system, [projectId]);
  if (member === null || found === undefined) throw problem('unknown_project', {}, { param: 'projectId' });
  return { project: await projectInfo(system, projectId), role: member.role };
}
