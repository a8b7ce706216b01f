import { type Static, Type } from '@sinclair/typebox';
import { AskNarrowed, Narrowed } from '../access/schema.ts';
import { type Narrowed as MemberGrant, roles, type Role as RoleName } from '../../contract/access.ts';
import { Nullable, Timestamp } from '../../contract/listing.ts';

/** What a member of a project is; `contract/access.ts` says what each may do (specification: access). */
export const Role = Type.Union(roles.map((role) => Type.Literal(role)));
export type Role = RoleName;

/** A person who signs in to the dashboard; one for all projects of the installation. */
export interface UserRecord {
  _id: string;
  /** Lower case, so that it is found however it is typed. */
  email: string;
  name: string;
  /** What is stored in place of the password; null for an account that has none. */
  password: string | null;
  created_at: Date;
  /** Grows when all browsers that the person signed in from are to be strangers again; absent is 0. */
  browser_epoch?: number;
  /** Since when the account is closed to sign-in; null or absent while it is open. */
  disabled_at?: Date | null;
  /** Since when the row contains nothing of a person any more. */
  forgotten_at?: Date;
  /** Grows with each project that the person asks for, so that two at once meet here; absent is 0. */
  projects_asked?: number;
  /** By whose link the password was set, until the person sets one themselves; `by` is null for the operator. */
  reset?: { by: string | null; at: Date } | null;
  /** The second factor; absent while there is none. */
  totp?: TotpRecord;
  /** One that is being added: its sealed secret, until a code of it was given. */
  totp_offered?: { secret: string; at: Date };
  /** SHA-256 of the recovery codes that were not used. */
  recovery?: string[];
}

/** An authenticator app: time-based codes of 6 digits (specification: second-factor). */
export interface TotpRecord {
  /** The shared secret in base32, sealed under `APP_SECRET`. */
  secret: string;
  since: Date;
  /** The latest time step whose code was used: each code works once. */
  last_step: number;
  /** Wrong codes in a row from browsers that are not known. */
  wrong: number;
}

/** What a person may do in one project. */
export interface MemberRecord {
  /** `<project>/<user>` */
  _id: string;
  user_id: string;
  role: Role;
  /** What it was narrowed to; absent for all that the role may. */
  grant?: MemberGrant;
  created_at: Date;
  /** The invitation that they used; null for the operator's, absent for those who were added before there were any. */
  invited_by?: string | null;
}

/** How a session began. */
export type SignInMethod = 'password' | 'password+totp' | 'link' | 'set_up';

/** A sign-in that lasts. The token itself is only in the person's cookie. */
export interface SessionRecord {
  /** SHA-256 of the token. */
  _id: string;
  user_id: string;
  /** What every change must send along beside the cookie. */
  csrf: string;
  created_at: Date;
  expires_at: Date;
  /** Absent, as all below, in sessions of an older version. */
  method?: SignInMethod;
  /** The link by which it began, and who made that. */
  link?: { id: string; by: string | null };
  /** `Firefox on Linux` */
  browser?: string;
  /** From where; absent where the installation keeps no addresses. */
  address?: string;
  /** When a person last worked in it, to five minutes. */
  seen_at?: Date;
  /** When the person last proved who they are. */
  strong_at?: Date;
  /** The projects that it opened; absent while there is none. */
  entered?: string[];
}

/** A person as the dashboard shows them. */
export const User = Type.Object(
  { id: Type.String(), email: Type.String(), name: Type.String() },
  { $id: 'User', additionalProperties: false },
);
export type User = Static<typeof User>;

/** A member of a project. */
export const Member = Type.Object(
  {
    ...User.properties,
    role: Role,
    /** The areas and types that the membership was narrowed to; null for all. */
    grant: Nullable(Narrowed),
    added_at: Timestamp,
    is_you: Type.Boolean(),
    /** The name of the person who invited them; null where it is not known. */
    invited_by: Nullable(Type.String()),
  },
  { $id: 'Member', additionalProperties: false },
);
export type Member = Static<typeof Member>;

export const MemberList = Type.Object(
  { data: Type.Array(Member) },
  { $id: 'MemberList', additionalProperties: false },
);

/** What is left out stays; `grant: null` gives all that the role may. */
export const ChangeMember = Type.Object(
  { role: Type.Optional(Role), grant: Type.Optional(Nullable(AskNarrowed)) },
  { $id: 'ChangeMember', additionalProperties: false },
);
export type ChangeMember = Static<typeof ChangeMember>;

export const ChangePassword = Type.Object(
  {
    current_password: Type.String({ minLength: 1, maxLength: 1_000 }),
    new_password: Type.String({ minLength: 1, maxLength: 2_000 }),
  },
  { $id: 'ChangePassword', additionalProperties: false },
);
export type ChangePassword = Static<typeof ChangePassword>;

export const ChangeAccount = Type.Object(
  { name: Type.String({ 'x-nfc': true, minLength: 1, maxLength: 200 }) },
  { $id: 'ChangeAccount', additionalProperties: false },
);
