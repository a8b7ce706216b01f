import type { Narrowed, Role } from './access.ts';

/** The role that a group of an issuer gives in a project. */
export interface GroupRole {
  /** The name of the issuer in `OIDC_ISSUERS`. */
  issuer: string;
  /** Compared exactly. */
  group: string;
  role: Role;
  /** Absent for no limits. */
  grant?: Narrowed;
}

/** The rules of a project for sign-ins, as stored. */
export interface SignInPolicy {
  /** The first entry whose group a person has gives the role. */
  group_roles: GroupRole[];
}

export const defaultPolicy: SignInPolicy = { group_roles: [] };
