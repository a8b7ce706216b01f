import { isId } from '../contract/ids.ts';
import { problem } from '../contract/problem.ts';
import type { Membership } from '../platform/http/dashboard-deps.ts';
import type { Person } from '../platform/http/dashboard-route.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { findProjectInfo } from '../projects/service.ts';
import { findMember } from '../users/service.ts';

export { admitPreview } from './preview.ts';

/**
 * Opens a project for a member of it, with what a secret key may do there: the member's id stands for the key's.
 * @throws unknown_project for everybody else
 */
export async function admitMember(
  system: SystemDb,
  { person, projectId, address }: { person: Person; projectId: string; address: string },
): Promise<Membership> {
  if (!isId('project', projectId)) throw unknownProject();
  const db = system.project(projectId);
  const [member, project] = await Promise.all([findMember(db, person.id), findProjectInfo(db)]);
  if (member === null || project === null) throw unknownProject();
  const caller = {
    kind: 'user',
    keyId: person.id,
    purpose: 'secret',
    name: person.name || person.email,
    expiresAt: null,
    address,
  } as const;
  return { caller, project, at: null, role: member.role };
}

function unknownProject(): Error {
  return problem('unknown_project', {}, { param: 'projectId' });
}
