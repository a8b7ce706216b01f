import type { AuditEntry } from '../../contract/events/audit-actions.ts';
import type { GroupRole } from '../../contract/sign-in-policy.ts';
import type { AccountContext } from '../../core/http/index.ts';
import { findProject, writeProject, writerOf } from '../../projects/index.ts';
import { accountWriter } from '../sign-in/audited.ts';
import { auditedRole, giveRole } from '../users/membership.ts';
import { confirmMemberships, deleteMember, findMember, findMemberships } from '../users/repository.ts';
import type { MemberRecord, UserRecord } from '../users/schema.ts';
import { findGroupRole, groupEffect, hasAccessOf, type PersonGroups } from './group-roles.ts';

interface ProjectRoles {
  projectId: string;
  roles: readonly GroupRole[];
}

/**
 * Applies the group roles of all projects to a person who signs in at an issuer. Each change is a transaction, so that
 * the next sign-in completes an interrupted one.
 */
export async function applyGroups(
  context: AccountContext,
  user: UserRecord,
  { projects, ...person }: PersonGroups & { projects: readonly ProjectRoles[] },
): Promise<void> {
  const { system, now } = context;
  const { issuer } = person;
  const memberships = await findMemberships(system, user._id);
  const ofIssuer = memberships.filter(({ source }) => source?.issuer === issuer);
  const projectIds = new Set([...projects, ...ofIssuer].map(({ projectId }) => projectId));
  const confirmedIds: string[] = [];
  for (const projectId of projectIds) {
    const member = memberships.find((membership) => membership.projectId === projectId);
    const roles = projects.find((project) => project.projectId === projectId)?.roles ?? [];
    const effect = groupEffect(member, findGroupRole(roles, person), issuer);
    if (effect === 'confirm') confirmedIds.push(projectId);
    else if (effect !== 'none') await applyInProject(context, { user, projectId, person });
  }
  if (confirmedIds.length > 0)
    await confirmMemberships(system, { userId: user._id, issuer, projectIds: confirmedIds }, now);
}

/** Reads policy and membership again inside the transaction, because both may have changed. */
async function applyInProject(
  context: AccountContext,
  { user, projectId, person }: { user: UserRecord; projectId: string; person: PersonGroups },
): Promise<void> {
  const { issuer } = person;
  const { endsAt, ...source } = accountWriter(context, user);
  const writer = { ...writerOf(context.system.project(projectId), source), ...(endsAt && { endsAt }) };
  await writeProject(writer, async (tx) => {
    const [project, member] = [await findProject(tx.db), await findMember(tx.db, user._id)];
    const entry = findGroupRole(project?.settings.sign_in?.group_roles ?? [], person);
    const effect = groupEffect(member ?? undefined, entry, issuer);
    if (effect === 'none' || project === null) return tx.unchanged();
    if (entry === undefined) {
      await deleteMember(tx.db, user._id);
      return tx.stored(auditedRemoval(user._id, issuer));
    }
    const isChanged = member === null || !hasAccessOf(member, entry);
    const after = await giveGroupRole(tx, user._id, entry);
    return isChanged ? tx.stored(auditedGroupRole(member, after, issuer)) : tx.continued();
  });
}

/** Gives a person the role of their group; runs inside a transaction. */
export function giveGroupRole(
  { db, now }: Parameters<Parameters<typeof writeProject>[1]>[0],
  userId: string,
  { issuer, group, role, grant }: GroupRole,
  confirmedAt = now,
): Promise<MemberRecord> {
  const source = { issuer, group, confirmed_at: confirmedAt };
  return giveRole(db, userId, { role, grant, now, source });
}

/** The audit row of a membership from a group. It has no name of the group, which can be an e-mail address. */
export function auditedGroupRole(
  before: MemberRecord | null,
  after: MemberRecord,
  issuer: string,
): AuditEntry {
  const audited = auditedRole(before, after);
  const action = before === null ? 'member.joined' : audited.action;
  return { ...audited, action, detail: { ...audited.detail, issuer } };
}

export function auditedRemoval(userId: string, issuer: string): AuditEntry {
  return { action: 'member.removed', subject: { kind: 'member', id: userId }, detail: { issuer } };
}
