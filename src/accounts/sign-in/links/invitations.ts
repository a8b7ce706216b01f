import { writeProject } from '../../../projects/index.ts';
import { type LocaleCode, withLocaleCodes } from '../../../contract/access.ts';
import type { AuditEntry } from '../../../contract/events/audit-actions.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type RouteResponse, respond, type MemberContext } from '../../../core/http/index.ts';
import { checkNarrowable, checkGrant } from '../../users/grant.ts';
import { findMember, findUsers } from '../../users/repository.ts';
import { ownsAllProjectsOf, systemInTransaction } from '../../users/membership.ts';
import { deleteInvitation, endLinksTo, findInvitations } from './link-repository.ts';
import type { AccessLinkRecord, Invitation, Invite, MadeInvitation, MadeLink } from './link-schema.ts';
import { serializeLink, createLink } from './links.ts';

/** Maximum unused invitations of one project. */
const maxInvitations = 100;

/** Lists unused invitations, newest first. */
export async function listInvitations({ db, now, project }: MemberContext): Promise<{ data: Invitation[] }> {
  const invitations = await findInvitations(db.system, db.projectId, now);
  const creators = await findUsers(
    db.system,
    invitations.flatMap(({ by }) => (by === null ? [] : [by])),
  );
  const creatorName = (id: string | null) => creators.find(({ _id }) => _id === id)?.name ?? null;
  return {
    data: invitations.map((record) =>
      serializeInvitation(record, creatorName(record.by), project.locales.list),
    ),
  };
}

/**
 * Creates a link to join the project. The response doesn't reveal which accounts exist.
 * @throws invalid_scope, limit_reached
 */
export async function createInvitation(
  context: MemberContext,
  { role, grant: sentGrant, note }: Invite,
): Promise<MadeInvitation> {
  const grant = (await checkGrant(context.db, sentGrant)) ?? undefined;
  checkNarrowable(role, grant);
  return writeProject(context, async (tx) => {
    const { db, now, baseUrl, person } = tx;
    const system = systemInTransaction(db);
    if ((await findInvitations(system, db.projectId, now)).length >= maxInvitations)
      throw apiError('limit_reached', { limit: 'invitations', value: maxInvitations });
    const link = { kind: 'invitation', by: person.id, project_id: db.projectId, role } as const;
    const grantPart = grant === undefined ? {} : { grant };
    const newLink = await createLink(
      { system, now, baseUrl },
      { ...link, ...grantPart, note: note?.trim() || null },
    );
    return tx.stored(auditedInvitation(newLink.record), {
      invitation: serializeInvitation(newLink.record, person.name, tx.project.locales.list),
      url: newLink.url,
    });
  });
}

/** The audit row of an invitation, without its link and note. */
export function auditedInvitation({ _id: id, role, grant }: AccessLinkRecord): AuditEntry {
  const grantPart = grant === undefined ? {} : { grant: { from: null, to: grant } };
  const detail = { role: { from: null, to: role }, ...grantPart };
  return { action: 'invitation.created', subject: { kind: 'invitation', id }, detail };
}

/** Withdraws an invitation. @throws unknown_invitation */
export async function withdrawInvitation(context: MemberContext, id: string): Promise<RouteResponse<null>> {
  await writeProject(context, async (tx) => {
    if (!(await deleteInvitation(systemInTransaction(tx.db), tx.db.projectId, id)))
      throw apiError('unknown_invitation', {}, { param: 'id' });
    return tx.stored({ action: 'invitation.withdrawn', subject: { kind: 'invitation', id } });
  });
  return respond(null, { status: 204 });
}

/**
 * Creates a link with which a member sets a new password. The caller must own all of the member's projects,
 * now and when the link is used (specification: account-links). Previous links to the account end.
 * @throws unknown_member, member_elsewhere, invalid_field_value
 */
export function createMemberLink(
  context: MemberContext,
  userId: string,
  { kind }: { kind: 'reset' | 'recover' },
): Promise<MadeLink> {
  return writeProject(context, async (tx) => {
    const { db, now, baseUrl, person } = tx;
    const system = systemInTransaction(db);
    if ((await findMember(db, userId)) === null) throw apiError('unknown_member', {}, { param: 'userId' });
    if (userId === person.id) throw ownPasswordError();
    if (!(await ownsAllProjectsOf(system, person.id, userId))) throw apiError('member_elsewhere', {});
    await endLinksTo(system, userId);
    const linkInput = { kind, by: person.id, user_id: userId };
    const newLink = await createLink({ system, now, baseUrl }, linkInput);
    const audit = { action: 'link.created', subject: { kind: 'member', id: userId } } as const;
    return tx.stored({ ...audit, detail: { kind, link: newLink.record._id } }, serializeLink(newLink));
  });
}

function ownPasswordError(): Error {
  const why = 'it is you: change your password under Your account';
  return apiError('invalid_field_value', { name: 'userId', why }, { param: 'userId' });
}

function serializeInvitation(
  record: AccessLinkRecord,
  invitedBy: string | null,
  list: readonly LocaleCode[],
): Invitation {
  const { _id, role = 'editor', grant, note = null, created_at, expires_at } = record;
  return {
    id: _id,
    role,
    grant: grant === undefined ? null : withLocaleCodes(grant, list),
    note,
    invited_by: invitedBy,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}
