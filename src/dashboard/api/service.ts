import type { AuditDetail } from '../../contract/events/audit-actions.ts';
import type { Actor } from '../../contract/events/actor.ts';
import { grantOf } from '../../contract/access.ts';
import { isId } from '../../contract/ids.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { writerOf, writeProject } from '../../projects/index.ts';
import { visitorAddress } from '../../core/counters/index.ts';
import type { PersonRequest, Membership, Person } from '../../core/http/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import type { Origin } from '../../core/util/index.ts';
import { findProjectInfo } from '../../lifecycle/index.ts';
import {
  findMember,
  addEnteredProject,
  type SessionRecord,
  systemInTransaction,
} from '../../accounts/index.ts';

/** What the door to projects needs to note who comes in. */
interface Door {
  system: SystemDb;
  now: Date;
  storesAddresses: boolean;
}

/**
 * Opens a project for a member of it, with what a secret key may do there: the member's id stands for the key's.
 * @throws unknown_project for all others
 */
export async function admitMember(
  door: Door,
  { person, projectId, at }: { person: Person; projectId: string; at: PersonRequest },
): Promise<Membership> {
  const { system } = door;
  const { address } = at;
  if (!isId('project', projectId)) throw unknownProject();
  const db = system.project(projectId);
  const [member, project] = await Promise.all([findMember(db, person.id), findProjectInfo(db)]);
  if (member === null || project === null) throw unknownProject();
  if (!person.enteredProjects.includes(projectId)) await noteEntering(door, { person, db, at });
  const caller = {
    kind: 'user',
    keyId: person.id,
    purpose: 'secret',
    name: person.name || person.email,
    expiresAt: null,
    address,
    grant: grantOf(member.role, member.grant),
  } as const;
  return { caller, project, at: null, role: member.role };
}

/** The first request of a session in a project is written to the audit log, with the person (specification: audit). */
async function noteEntering(
  { now, storesAddresses }: Door,
  { person, db, at }: { person: Person; db: ProjectDb; at: PersonRequest },
): Promise<void> {
  const { sessionId: session, id } = person;
  const address = storesAddresses ? { address: visitorAddress(at.address) } : {};
  const origin: Origin = { via: 'dashboard', requestId: at.requestId, session, ...address };
  const actor: Actor = { kind: 'user', id, name: '' };
  await writeProject(writerOf(db, { now, actor, origin }), async (tx) => {
    const entered = await addEnteredProject(systemInTransaction(tx.db), session, db.projectId);
    if (entered === null) return tx.unchanged();
    const detail = howBegan(entered);
    return tx.stored({ action: 'member.entered', subject: { kind: 'member', id }, detail });
  });
}

/** How the person signed in; owners read it without the log of the installation. Older sessions have no such detail. */
function howBegan({ method, link }: SessionRecord): AuditDetail {
  return { ...(method === undefined ? {} : { method }), ...(link === undefined ? {} : { link: link.id }) };
}

function unknownProject(): Error {
  return apiError('unknown_project', {}, { param: 'projectId' });
}
