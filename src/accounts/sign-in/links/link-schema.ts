import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../../contract/listing.ts';
import { NarrowedInput, Narrowed } from '../../access/schema.ts';
import type { Narrowed as Grant } from '../../../contract/access.ts';
import { NewCredential } from '../../passkeys/schema.ts';
import { Role } from '../../users/schema.ts';

/**
 * The action of a link: add a member, set a new password (with or without removing the second factor), or
 * sign in.
 */
export type LinkKind = 'invitation' | 'reset' | 'recover' | 'sign_in';

/** A stored one-time link; used and withdrawn links are deleted. */
export interface AccessLinkRecord {
  /** `lnk_...` */
  _id: string;
  /** SHA-256 of the token; only the link contains the token. */
  hash: string;
  kind: LinkKind;
  /** The project to join; absent for links to an account. */
  project_id?: string;
  role?: Role;
  /** Areas and types of the membership; absent for no limits. */
  grant?: Grant;
  /** Shown to owners only; it has no effect. */
  note?: string | null;
  /** The account that the link opens; absent for invitations. */
  user_id?: string;
  /** The user who created the link; null for the operator. */
  by: string | null;
  created_at: Date;
  expires_at: Date;
}

const token = Type.String({ minLength: 1, maxLength: 200 });

export const LookAtLink = Type.Object({ token }, { $id: 'LookAtLink', additionalProperties: false });

/** The action of a link as its holder sees it. */
export const LinkLook = Type.Object(
  {
    kind: Type.Union(
      (['invitation', 'reset', 'recover', 'sign_in'] as const).map((kind) => Type.Literal(kind)),
    ),
    /** The project's name; null for links to an account. */
    project: Nullable(Type.String()),
    role: Nullable(Role),
    /** The e-mail address of the account; null for invitations, which anyone can use. */
    email: Nullable(Type.String()),
    /** The name of the person who created the link; null for the operator. */
    by: Nullable(Type.String()),
    expires_at: Timestamp,
  },
  { $id: 'LinkLook', additionalProperties: false },
);
export type LinkLook = Static<typeof LinkLook>;

/**
 * An invitation is used by a signed-in person (only the token), with a sign-in (`email`, `password`), or
 * with a new account (also `name`, and `passkey` in place of `password`). A link for a new password requires
 * `password`, and `recover` takes none while the installation accepts no passwords.
 */
export const UseLink = Type.Object(
  {
    token,
    email: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
    name: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 200 })),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    passkey: Type.Optional(NewCredential),
  },
  { $id: 'UseLink', additionalProperties: false },
);
export type UseLink = Static<typeof UseLink>;

/** An invitation and the account to be created with a passkey. */
export const PasskeyAccount = Type.Object(
  {
    token,
    email: Type.String({ minLength: 1, maxLength: 320 }),
    name: Type.String({ 'x-nfc': true, minLength: 1, maxLength: 200, pattern: '\\S' }),
  },
  { $id: 'PasskeyAccount', additionalProperties: false },
);
export type PasskeyAccount = Static<typeof PasskeyAccount>;

export const Invitation = Type.Object(
  {
    id: Type.String(),
    role: Role,
    /** Areas and types of the future membership; null for no limits. */
    grant: Nullable(Narrowed),
    note: Nullable(Type.String()),
    invited_by: Nullable(Type.String()),
    created_at: Timestamp,
    expires_at: Timestamp,
  },
  { $id: 'Invitation', additionalProperties: false },
);
export type Invitation = Static<typeof Invitation>;

export const InvitationList = Type.Object(
  { data: Type.Array(Invitation) },
  { $id: 'InvitationList', additionalProperties: false },
);

export const Invite = Type.Object(
  {
    role: Role,
    grant: Type.Optional(Nullable(NarrowedInput)),
    note: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 200 })),
  },
  { $id: 'Invite', additionalProperties: false },
);
export type Invite = Static<typeof Invite>;

/** A new invitation; no other response contains its URL. */
export const MadeInvitation = Type.Object(
  { invitation: Invitation, url: Type.String() },
  { $id: 'MadeInvitation', additionalProperties: false },
);
export type MadeInvitation = Static<typeof MadeInvitation>;

export const MakeMemberLink = Type.Object(
  { kind: Type.Union([Type.Literal('reset'), Type.Literal('recover')]) },
  { $id: 'MakeMemberLink', additionalProperties: false },
);

export const MadeLink = Type.Object(
  { url: Type.String(), expires_at: Timestamp },
  { $id: 'MadeLink', additionalProperties: false },
);
export type MadeLink = Static<typeof MadeLink>;
