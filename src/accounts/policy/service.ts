import { changedKeys, type AuditEntry } from '../../contract/events/audit-actions.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { defaultPolicy, type GroupRole, type SignInPolicy } from '../../contract/sign-in-policy.ts';
import { isSameJson } from '../../contract/fields/json.ts';
import type { NotInTransaction, WriteContext } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { SignInBounds } from '../../core/util/index.ts';
import { findProject, type ProjectRecord, updateProject, writeProject } from '../../projects/index.ts';
import { checkNarrowed, invalidScope } from '../access/service.ts';
import { acceptedMethods } from '../sign-in/sign-in-methods.ts';
import { deleteMember, listMembers } from '../users/repository.ts';
import { auditedGroupRole, auditedRemoval, giveGroupRole } from './apply-groups.ts';
import { hasAccessOf } from './group-roles.ts';
import type { ProjectSignIn, ReplaceProjectSignIn } from './schema.ts';

/** Reads the rules of the project for sign-ins. */
export async function readPolicy({ db }: { db: ProjectDb }): Promise<ProjectSignIn> {
  return serializePolicy(policyOf(await loadProject(db)));
}

/**
 * Replaces the rules of the project. Memberships from groups whose role changes or ends follow in the transaction.
 * @throws invalid_field_value, invalid_scope
 */
export async function replacePolicy(
  writer: WriteContext & NotInTransaction,
  sent: ReplaceProjectSignIn,
  bounds: SignInBounds,
): Promise<ProjectSignIn> {
  const policy = await writeProject(writer, async (tx) => {
    const project = await loadProject(tx.db);
    const before = policyOf(project);
    const roles = await checkGroupRoles(tx.db, sent.group_roles ?? [], { before, bounds });
    const after: SignInPolicy = { group_roles: roles };
    const changed = changedKeys(before, after);
    if (changed.length === 0) return tx.unchanged(before);
    const { sign_in: _previous, ...settings } = project.settings;
    const isDefault = isSameJson(after, defaultPolicy);
    const newSettings = { ...settings, ...(isDefault ? {} : { sign_in: after }) };
    await updateProject(tx.db, { ...project, settings: newSettings });
    const subject = { kind: 'project', id: project._id } as const;
    const entries: AuditEntry[] = [{ action: 'project.changed', subject, changed }];
    return tx.stored([...entries, ...(await alignMembers(tx, roles))], after);
  });
  return serializePolicy(policy);
}

/** Changes and removes memberships from groups, as the new list says. @returns the audit rows */
async function alignMembers(
  tx: Parameters<typeof giveGroupRole>[0],
  roles: readonly GroupRole[],
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const member of await listMembers(tx.db)) {
    const { source, user_id: userId } = member;
    if (source === undefined) continue;
    const { issuer, group, confirmed_at: confirmedAt } = source;
    const entry = roles.find((role) => role.issuer === issuer && role.group === group);
    if (entry === undefined) {
      await deleteMember(tx.db, userId);
      entries.push(auditedRemoval(userId, issuer));
    } else if (!hasAccessOf(member, entry)) {
      const after = await giveGroupRole(tx, userId, entry, confirmedAt);
      entries.push(auditedGroupRole(member, after, issuer));
    }
  }
  return entries;
}

/** Checks group roles and returns them as they are stored. An entry that is stored already needs no issuer. */
async function checkGroupRoles(
  db: ProjectDb,
  sent: NonNullable<ReplaceProjectSignIn['group_roles']>,
  { before, bounds }: { before: SignInPolicy; bounds: SignInBounds },
): Promise<GroupRole[]> {
  const methods = acceptedMethods(bounds);
  const checked: GroupRole[] = [];
  for (const [i, { issuer, group, role, grant }] of sent.entries()) {
    const at = `group_roles[${i}]`;
    const isSame = (entry: GroupRole) => entry.issuer === issuer && entry.group === group;
    if (!methods.includes(`sso:${issuer}`) && !before.group_roles.some(isSame))
      throw invalidValue(`${at}.issuer`, 'this installation has no such issuer');
    if (checked.some(isSame)) throw invalidValue(`${at}.group`, 'the list has this group already');
    if (role === 'owner' && grant != null)
      throw invalidScope(
        `${at}.grant`,
        'An owner can do everything. Choose another role, or omit the grant.',
      );
    const narrowed = grant == null ? {} : await checkNarrowed(db, grant, `${at}.grant`);
    const isNarrowed = Object.keys(narrowed).length > 0;
    checked.push({ issuer, group, role, ...(isNarrowed ? { grant: narrowed } : {}) });
  }
  return checked;
}

async function loadProject(db: ProjectDb): Promise<ProjectRecord> {
  const record = await findProject(db);
  if (record === null) throw new Error(`project ${db.projectId} is gone`);
  return record;
}

function policyOf({ settings }: ProjectRecord): SignInPolicy {
  return settings.sign_in ?? defaultPolicy;
}

function serializePolicy({ group_roles }: SignInPolicy): ProjectSignIn {
  return { group_roles: group_roles.map(({ grant = null, ...role }) => ({ ...role, grant })) };
}

function invalidValue(name: string, why: string): Error {
  return apiError('invalid_field_value', { name, why }, { param: name });
}
