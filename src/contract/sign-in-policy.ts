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

/** What a session must prove to open a project. */
export interface SessionRules {
  second_factor: 'optional' | 'required';
  /** `password`, `passkey` or `sso:<name>`; the session needs one of them among its proofs. Null for no limits. */
  methods: string[] | null;
  /** Hours after the last proof of identity until the project asks for a new one; null for no limit. */
  max_age_hours: number | null;
}

/** The rules of a project for sign-ins. */
export interface SignInPolicy extends SessionRules {
  /** The first entry whose group a person has gives the role. */
  group_roles: GroupRole[];
}

export const defaultPolicy: SignInPolicy = {
  second_factor: 'optional',
  methods: null,
  max_age_hours: null,
  group_roles: [],
};
