import type { AuditDetail } from '../../contract/events/audit-actions.ts';
import type { Actor } from '../../contract/events/actor.ts';
import { grantOf } from '../../contract/access.ts';
import { isId } from '../../contract/ids.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { findProject, writerOf, writeProject } from '../../projects/index.ts';
import { visitorAddress } from '../../core/counters/index.ts';
import type { PersonRequest, Membership, Person } from '../../core/http/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import type { Bounds, Origin } from '../../core/util/index.ts';
import { projectInfoOf } from '../../lifecycle/index.ts';
import {
  type Blocked,
  findBlock,
  findMember,
  addEnteredProject,
  policyOf,
  type SessionRecord,
  systemInTransaction,
} from '../../accounts/index.ts';

/** Dependencies of admitting a member. */
interface EntranceContext {
  system: SystemDb;
  now: Date;
  bounds: Pick<Bounds, 'signIn' | 'storesAddresses'>;
}

/**
 * Admits a member to a project, like a secret key whose id is the member's id.
 * @throws unknown_project if the person is no member, and the error of a rule for sign-ins that the session doesn't meet
 */
export async function admitMember(
  context: EntranceContext,
  { person, projectId, at }: { person: Person; projectId: string; at: PersonRequest },
): Promise<Membership> {
  const { system, bounds, now } = context;
  const { address } = at;
  if (!isId('project', projectId)) throw unknownProject();
  const db = system.project(projectId);
  const [member, record] = await Promise.all([findMember(db, person.id), findProject(db)]);
  if (member === null || record === null) throw unknownProject();
  const membership = { member, rules: policyOf(record) };
  const block = await findBlock(membership, person, { bounds: bounds.signIn, now });
  if (block !== null) throw blockedError(block);
  if (!person.enteredProjects.includes(projectId)) await auditEntry(context, { person, db, at });
  const caller = {
    kind: 'user',
    keyId: person.id,
    purpose: 'secret',
    name: person.name || person.email,
    expiresAt: null,
    address,
    grant: grantOf(member.role, member.grant),
  } as const;
  const project = await projectInfoOf(db, record);
  return { caller, project, at: null, role: member.role };
}

/** Records the first request of a session in a project in the audit log (specification: audit). */
async function auditEntry(
  { now, bounds }: EntranceContext,
  { person, db, at }: { person: Person; db: ProjectDb; at: PersonRequest },
): Promise<void> {
  const { sessionId: session, id } = person;
  const address = bounds.storesAddresses ? { address: visitorAddress(at.address) } : {};
  const origin: Origin = { via: 'dashboard', requestId: at.requestId, session, ...address };
  const actor: Actor = { kind: 'user', id, name: '' };
  await writeProject(writerOf(db, { now, actor, origin }), async (tx) => {
    const record = await addEnteredProject(systemInTransaction(tx.db), session, db.projectId);
    if (record === null) return tx.unchanged();
    const detail = signInDetail(record);
    return tx.stored({ action: 'member.entered', subject: { kind: 'member', id }, detail });
  });
}

/** How the person signed in, so that owners see it in the project's log. Older sessions have no such detail. */
function signInDetail({ method, link }: SessionRecord): AuditDetail {
  return { ...(method === undefined ? {} : { method }), ...(link === undefined ? {} : { link: link.id }) };
}

/** An account without a second factor has no accepted methods. */
function blockedError({ code, methods }: Blocked): Error {
  return apiError(code, {}, code === 'second_factor_setup_required' ? {} : { methods });
}

function unknownProject(): Error {
  return apiError('unknown_project', {}, { param: 'projectId' });
}
