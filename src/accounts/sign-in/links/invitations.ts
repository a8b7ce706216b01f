import { writeProject } from '../../../projects/index.ts';
import type { AuditEntry } from '../../../contract/events/audit-actions.ts';
import { apiError } from '../../../contract/errors/api-error.ts';
import { type RouteResponse, respond, type MemberContext } from '../../../core/http/index.ts';
import { checkNarrowable, grantFor } from '../../users/grant.ts';
import { findMember, findUsers } from '../../users/repository.ts';
import { ownsAllProjectsOf, systemIn } from '../../users/membership.ts';
import { deleteInvitation, endLinksTo, findInvitations } from './link-repository.ts';
import type { AccessLinkRecord, Invitation, Invite, MadeInvitation, MadeLink } from './link-schema.ts';
import { madeLink, makeLink } from './links.ts';

/** Open invitations of one project. */
const invitationsMax = 100;

/** The unused invitations, the newest first. */
export async function openInvitations({ db, now }: MemberContext): Promise<{ data: Invitation[] }> {
  const found = await findInvitations(db.system, db.projectId, now);
  const makers = await findUsers(
    db.system,
    found.flatMap(({ by }) => (by === null ? [] : [by])),
  );
  const nameOf = (id: string | null) => makers.find(({ _id }) => _id === id)?.name ?? null;
  return { data: found.map((record) => serializeInvitation(record, nameOf(record.by))) };
}

/** Makes a link to join; the answer says nothing of who exists. @throws invalid_scope, limit_reached */
export async function invite(
  context: MemberContext,
  { role, grant: asked, note }: Invite,
): Promise<MadeInvitation> {
  const grant = (await grantFor(context.db, asked)) ?? undefined;
  checkNarrowable(role, grant);
  return writeProject(context, async (tx) => {
    const { db, now, baseUrl, person } = tx;
    const system = systemIn(db);
    if ((await findInvitations(system, db.projectId, now)).length >= invitationsMax)
      throw apiError('limit_reached', { limit: 'invitations', value: invitationsMax });
    const link = { kind: 'invitation', by: person.id, project_id: db.projectId, role } as const;
    const narrowed = grant === undefined ? {} : { grant };
    const made = await makeLink(
      { system, now, baseUrl },
      { ...link, ...narrowed, note: note?.trim() || null },
    );
    return tx.stored(auditedInvitation(made.record), {
      invitation: serializeInvitation(made.record, person.name),
      url: made.url,
    });
  });
}

/** What the audit log holds of an invitation: neither its link nor its note. */
export function auditedInvitation({ _id: id, role, grant }: AccessLinkRecord): AuditEntry {
  const narrowed = grant === undefined ? {} : { grant: { from: null, to: grant } };
  const detail = { role: { from: null, to: role }, ...narrowed };
  return { action: 'invitation.created', subject: { kind: 'invitation', id }, detail };
}

/** Revokes the invitation. @throws unknown_invitation */
export async function withdraw(context: MemberContext, id: string): Promise<RouteResponse<null>> {
  await writeProject(context, async (tx) => {
    if (!(await deleteInvitation(systemIn(tx.db), tx.db.projectId, id)))
      throw apiError('unknown_invitation', {}, { param: 'id' });
    return tx.stored({ action: 'invitation.withdrawn', subject: { kind: 'invitation', id } });
  });
  return respond(null, { status: 204 });
}

/**
 * Makes a link by which a member sets a new password; only for a member all of whose projects the caller owns, asked
 * again when it is used (specification: account-links). Former links to the account end.
 * @throws unknown_member, member_elsewhere, invalid_field_value
 */
export function linkForMember(
  context: MemberContext,
  userId: string,
  { kind }: { kind: 'reset' | 'recover' },
): Promise<MadeLink> {
  return writeProject(context, async (tx) => {
    const { db, now, baseUrl, person } = tx;
    const system = systemIn(db);
    if ((await findMember(db, userId)) === null) throw apiError('unknown_member', {}, { param: 'userId' });
    if (userId === person.id) throw ownPassword();
    if (!(await ownsAllProjectsOf(system, person.id, userId))) throw apiError('member_elsewhere', {});
    await endLinksTo(system, userId);
    const asked = { kind, by: person.id, user_id: userId };
    const made = await makeLink({ system, now, baseUrl }, asked);
    const audit = { action: 'link.created', subject: { kind: 'member', id: userId } } as const;
    return tx.stored({ ...audit, detail: { kind, link: made.record._id } }, madeLink(made));
  });
}

function ownPassword(): Error {
  const why = 'it is you: change your password under Your account';
  return apiError('invalid_field_value', { name: 'userId', why }, { param: 'userId' });
}

function serializeInvitation(record: AccessLinkRecord, invitedBy: string | null): Invitation {
  const { _id, role = 'editor', grant = null, note = null, created_at, expires_at } = record;
  return {
    id: _id,
    role,
    grant,
    note,
    invited_by: invitedBy,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
  };
}
