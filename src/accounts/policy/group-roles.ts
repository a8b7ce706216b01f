import { isSameJson } from '../../contract/fields/json.ts';
import type { GroupRole } from '../../contract/sign-in-policy.ts';
import type { MemberRecord } from '../users/schema.ts';

/** The groups of a person at an issuer. */
export interface PersonGroups {
  /** The name of the issuer. */
  issuer: string;
  groups: readonly string[];
}

/** Returns the first entry of a project's list whose group the person has. */
export function findGroupRole(
  roles: readonly GroupRole[],
  { issuer, groups }: PersonGroups,
): GroupRole | undefined {
  return roles.find((entry) => entry.issuer === issuer && groups.includes(entry.group));
}

/** What a sign-in at an issuer does to a membership. */
export type GroupEffect = 'none' | 'confirm' | 'store' | 'remove';

/** Decides what happens to a membership. Invited memberships, and those from other issuers, never change. */
export function groupEffect(
  member: Pick<MemberRecord, 'role' | 'grant' | 'source'> | undefined,
  entry: GroupRole | undefined,
  issuer: string,
): GroupEffect {
  if (member === undefined) return entry === undefined ? 'none' : 'store';
  if (member.source?.issuer !== issuer) return 'none';
  if (entry === undefined) return 'remove';
  return member.source.group === entry.group && hasAccessOf(member, entry) ? 'confirm' : 'store';
}

/** Whether a membership has the role and grant of an entry. */
export function hasAccessOf(
  member: Pick<MemberRecord, 'role' | 'grant'>,
  { role, grant }: GroupRole,
): boolean {
  return member.role === role && isSameJson(member.grant, grant);
}
