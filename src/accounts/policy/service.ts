import { withLocaleCodes } from '../../contract/access.ts';
import { changedKeys, type AuditEntry } from '../../contract/events/audit-actions.ts';
import { apiError } from '../../contract/errors/api-error.ts';
import { defaultPolicy, type GroupRole, type SignInPolicy } from '../../contract/sign-in-policy.ts';
import { isSameJson } from '../../contract/fields/json.ts';
import type { NotInTransaction, WriteContext } from '../../core/context/index.ts';
import type { Person } from '../../core/http/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import type { SignInBounds } from '../../core/util/index.ts';
import {
  findProject,
  localesOf,
  type ProjectRecord,
  updateProject,
  writeProject,
} from '../../projects/index.ts';
import { checkNarrowed, invalidScope } from '../access/service.ts';
import { acceptedMethods } from '../sign-in/sign-in-methods.ts';
import { deleteMember, findMember, listMembers } from '../users/repository.ts';
import { auditedGroupRole, auditedRemoval, giveGroupRole } from './apply-groups.ts';
import { hasAccessOf } from './group-roles.ts';
import type { ProjectSignIn, ReplaceProjectSignIn } from './schema.ts';
import { findUnmetRule, policyOf } from './session-rules.ts';

type PolicyTx = Parameters<typeof giveGroupRole>[0];

/** Reads the rules of the project for sign-ins. */
export async function readPolicy({ db }: { db: ProjectDb }): Promise<ProjectSignIn> {
  const project = await loadProject(db);
  return serializePolicy(policyOf(project), project);
}

interface PolicyChange {
  bounds: SignInBounds;
  /** The person whose session must meet the new rules; absent for the command line. */
  person?: Pick<Person, 'id' | 'session'>;
}

/**
 * Replaces the rules of the project. Memberships from groups whose role changes or ends follow in the transaction.
 * @throws invalid_field_value, invalid_scope, policy_locks_you_out
 */
export async function replacePolicy(
  writer: WriteContext & NotInTransaction,
  sent: ReplaceProjectSignIn,
  { bounds, person }: PolicyChange,
): Promise<ProjectSignIn> {
  const { methods = null, second_factor = 'optional', max_age_hours = null, group_roles = [] } = sent;
  checkMethods(methods, bounds);
  return writeProject(writer, async (tx) => {
    const project = await loadProject(tx.db);
    const before = policyOf(project);
    const roles = await checkGroupRoles(tx.db, group_roles, { before, bounds });
    const after: SignInPolicy = { second_factor, methods, max_age_hours, group_roles: roles };
    if (person !== undefined) await requireOwnAccess(tx, after, { bounds, person });
    const entries = await storePolicy(tx, project, after);
    const signIn = serializePolicy(after, project);
    return entries.length === 0 ? tx.unchanged(signIn) : tx.stored(entries, signIn);
  });
}

/** Removes the rules for sessions, so that every owner can open the project. Group roles stay. */
export async function clearSessionRules(writer: WriteContext & NotInTransaction): Promise<ProjectSignIn> {
  return writeProject(writer, async (tx) => {
    const project = await loadProject(tx.db);
    const after = { ...defaultPolicy, group_roles: policyOf(project).group_roles };
    const entries = await storePolicy(tx, project, after);
    const signIn = serializePolicy(after, project);
    return entries.length === 0 ? tx.unchanged(signIn) : tx.stored(entries, signIn);
  });
}

/** Stores the rules and changes memberships from groups. @returns the audit rows; none if nothing changed */
async function storePolicy(
  tx: PolicyTx,
  project: ProjectRecord,
  policy: SignInPolicy,
): Promise<AuditEntry[]> {
  const changedNames = changedKeys(policyOf(project), policy);
  if (changedNames.length === 0) return [];
  const { sign_in: _previous, ...settings } = project.settings;
  const isDefault = isSameJson(policy, defaultPolicy);
  const newSettings = { ...settings, ...(isDefault ? {} : { sign_in: policy }) };
  await updateProject(tx.db, { ...project, settings: newSettings });
  const subject = { kind: 'project', id: project._id } as const;
  return [
    { action: 'project.changed', subject, changed: changedNames },
    ...(await alignMembers(tx, policy.group_roles)),
  ];
}

/** @throws policy_locks_you_out if the person could not open the project under these rules */
async function requireOwnAccess(
  { db, now }: PolicyTx,
  rules: SignInPolicy,
  { bounds, person: { id, session } }: Required<PolicyChange>,
): Promise<void> {
  const member = await findMember(db, id);
  if (member !== null && findUnmetRule({ member, rules }, session, { bounds, now }) !== null)
    throw apiError('policy_locks_you_out', {});
}

/** @throws invalid_field_value for an empty list, and for unknown, unaccepted and repeated methods */
function checkMethods(methods: readonly string[] | null, bounds: SignInBounds): void {
  if (methods?.length === 0) throw invalidValue('methods', 'it lists no method; send null to accept all');
  const accepted = acceptedMethods(bounds);
  for (const [i, method] of (methods ?? []).entries()) {
    const name = `methods[${i}]`;
    if (!accepted.includes(method))
      throw invalidValue(name, `this installation accepts: ${accepted.join(', ')}`);
    if (methods?.indexOf(method) !== i) throw invalidValue(name, 'the list has this method already');
  }
}

/** Changes and removes memberships from groups, as the new list says. @returns the audit rows */
async function alignMembers(tx: PolicyTx, roles: readonly GroupRole[]): Promise<AuditEntry[]> {
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

function serializePolicy({ group_roles, ...rules }: SignInPolicy, project: ProjectRecord): ProjectSignIn {
  const { list } = localesOf(project);
  const serializedRoles = group_roles.map(({ grant, ...role }) => {
    return { ...role, grant: grant === undefined ? null : withLocaleCodes(grant, list) };
  });
  return { ...rules, group_roles: serializedRoles };
}

function invalidValue(name: string, why: string): Error {
  return apiError('invalid_field_value', { name, why }, { param: name });
}
