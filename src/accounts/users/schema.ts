import { type Static, Type } from '@sinclair/typebox';
import { NarrowedInput, Narrowed } from '../access/schema.ts';
import { type Narrowed as MemberGrant, roles, type Role as RoleName } from '../../contract/access.ts';
import { Nullable, Timestamp } from '../../contract/listing.ts';

/** A member's role; `contract/access.ts` lists the permissions of each (specification: access). */
export const Role = Type.Union(roles.map((role) => Type.Literal(role)));
export type Role = RoleName;

/** A person who signs in to the dashboard, with one account for all projects. */
export interface UserRecord {
  _id: string;
  /** In lower case, so that a lookup ignores case. */
  email: string;
  name: string;
  /** The password hash; null for an account without a password. */
  password: string | null;
  created_at: Date;
  /** Incremented to make all of the person's browsers unknown; absent is 0. */
  browser_epoch?: number;
  /** When the account was disabled; null or absent while it is enabled. */
  disabled_at?: Date | null;
  /** When the person was erased. */
  forgotten_at?: Date;
  /** Incremented by project creations and changes of sign-in methods, so that concurrent ones conflict. */
  projects_asked?: number;
  /** Whose link set the password, until the person sets one; `by` is null for the operator. */
  reset?: { by: string | null; at: Date } | null;
  /** The second factor; absent without one. */
  totp?: TotpRecord;
  /** A second factor that is being added: its sealed secret, until a code confirms it. */
  totp_offered?: { secret: string; at: Date };
  /** SHA-256 of the unused recovery codes. */
  recovery?: string[];
  /** 32 random bytes in base64url that identify the account to authenticators. */
  handle?: string;
}

/** An authenticator app: time-based codes of 6 digits (specification: second-factor). */
export interface TotpRecord {
  /** The shared secret in base32, sealed under `APP_SECRET`. */
  secret: string;
  since: Date;
  /** The latest time step whose code was used; each code works once. */
  last_step: number;
  /** Consecutive wrong codes from unknown browsers. */
  wrong: number;
}

/** A group of an issuer that gives a membership. */
export interface MemberSource {
  /** The name of the issuer. */
  issuer: string;
  group: string;
  /** When a sign-in at the issuer last confirmed the group. */
  confirmed_at: Date;
}

export interface MemberRecord {
  /** `<project>/<user>` */
  _id: string;
  user_id: string;
  role: Role;
  /** Absent for no limits. */
  grant?: MemberGrant;
  created_at: Date;
  /** The group that gives the membership; absent for an invited membership. */
  source?: MemberSource;
  /** Who invited the member; null for the operator, absent for members from before invitations existed. */
  invited_by?: string | null;
}

/** What a person proves in a session; the name of an issuer follows `sso:`. */
export type Proof = 'password' | 'totp' | 'recovery_code' | 'passkey' | `sso:${string}` | 'link' | 'set_up';

/** How a session started. */
export type SignInMethod =
  'password' | 'password+totp' | 'password+passkey' | 'passkey' | `sso:${string}` | 'link' | 'set_up';

/** A sign-in. Only the person's cookie contains the token itself. */
export interface SessionRecord {
  /** SHA-256 of the token. */
  _id: string;
  user_id: string;
  /** Every change has to send this along with the cookie. */
  csrf: string;
  created_at: Date;
  expires_at: Date;
  /** This field and those below are absent in sessions of an older version. */
  method?: SignInMethod;
  /** What was proven in this session, in order. */
  proofs?: Proof[];
  second_factor?: boolean;
  /** The link that started the session, and its creator; `kind` is absent in sessions of an older version. */
  link?: { id: string; by: string | null; kind?: string };
  /** `Firefox on Linux` */
  browser?: string;
  /** The address at the start; absent if the installation stores no addresses. */
  address?: string;
  /** When the session was last used, exact to five minutes. */
  seen_at?: Date;
  /** When the person last proved their identity; null if the issuer did not say. */
  strong_at?: Date | null;
  /** The projects that were opened in the session. */
  entered?: string[];
}

export const User = Type.Object(
  { id: Type.String(), email: Type.String(), name: Type.String() },
  { $id: 'User', additionalProperties: false },
);
export type User = Static<typeof User>;

export const Member = Type.Object(
  {
    ...User.properties,
    role: Role,
    /** Areas and types of the membership; null for no limits. */
    grant: Nullable(Narrowed),
    added_at: Timestamp,
    is_you: Type.Boolean(),
    /** The name of the person who invited the member; null if unknown. */
    invited_by: Nullable(Type.String()),
    /** The group that gives the membership; null for an invited membership. */
    source: Nullable(
      Type.Object(
        { issuer: Type.String(), group: Type.String(), confirmed_at: Timestamp },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'Member', additionalProperties: false },
);
export type Member = Static<typeof Member>;

export const MemberList = Type.Object(
  { data: Type.Array(Member) },
  { $id: 'MemberList', additionalProperties: false },
);

/** Omitted fields keep their values; `grant: null` removes all limits. */
export const ChangeMember = Type.Object(
  { role: Type.Optional(Role), grant: Type.Optional(Nullable(NarrowedInput)) },
  { $id: 'ChangeMember', additionalProperties: false },
);
export type ChangeMember = Static<typeof ChangeMember>;

export const ChangePassword = Type.Object(
  {
    /** Omitted if the account has no password. */
    current_password: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 })),
    new_password: Type.String({ minLength: 1, maxLength: 2_000 }),
  },
  { $id: 'ChangePassword', additionalProperties: false },
);
export type ChangePassword = Static<typeof ChangePassword>;

export const ChangeAccount = Type.Object(
  { name: Type.String({ 'x-nfc': true, minLength: 1, maxLength: 200 }) },
  { $id: 'ChangeAccount', additionalProperties: false },
);
