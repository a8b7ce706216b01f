import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../../contract/listing.ts';
import { AskNarrowed, Narrowed } from '../../access/schema.ts';
import type { Narrowed as Grant } from '../../../contract/access.ts';
import { Role } from '../../users/schema.ts';

/** What a link does: it adds a member, sets a new password, or signs in. */
export type LinkKind = 'invitation' | 'reset' | 'recover' | 'sign_in';

/** A one-time link as it is stored; used, withdrawn and expired ones are gone. */
export interface AccessLinkRecord {
  /** `lnk_...` */
  _id: string;
  /** SHA-256 of the token, which is in the link alone. */
  hash: string;
  kind: LinkKind;
  /** The project to join; absent for links to an account. */
  project_id?: string;
  role?: Role;
  /** What the membership is narrowed to; absent for all that the role may. */
  grant?: Grant;
  /** For the owners' eyes: nothing goes by what stands in it. */
  note?: string | null;
  /** The account that it opens; absent for invitations. */
  user_id?: string;
  /** The user who made it; null for the operator. */
  by: string | null;
  created_at: Date;
  expires_at: Date;
}

const token = Type.String({ minLength: 1, maxLength: 200 });

export const LookAtLink = Type.Object({ token }, { $id: 'LookAtLink', additionalProperties: false });

/** What a link would do, as its holder sees it. */
export const LinkLook = Type.Object(
  {
    kind: Type.Union(
      (['invitation', 'reset', 'recover', 'sign_in'] as const).map((kind) => Type.Literal(kind)),
    ),
    /** The project's name; null for links to an account. */
    project: Nullable(Type.String()),
    role: Nullable(Role),
    /** The e-mail address of the account that it opens; null for invitations, which are bound to no person. */
    email: Nullable(Type.String()),
    /** The name of who made it; null for the operator. */
    by: Nullable(Type.String()),
    expires_at: Timestamp,
  },
  { $id: 'LinkLook', additionalProperties: false },
);
export type LinkLook = Static<typeof LinkLook>;

/**
 * An invitation is used by a signed-in person (the token alone), by signing in (`email`, `password`) or by a new
 * account (`name` too). A link to a new password takes `password`.
 */
export const UseLink = Type.Object(
  {
    token,
    email: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
    name: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 200 })),
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  },
  { $id: 'UseLink', additionalProperties: false },
);
export type UseLink = Static<typeof UseLink>;

/** An unused invitation. */
export const Invitation = Type.Object(
  {
    id: Type.String(),
    role: Role,
    /** The areas and types that the membership will be narrowed to; null for all. */
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
    grant: Type.Optional(Nullable(AskNarrowed)),
    note: Type.Optional(Type.String({ 'x-nfc': true, maxLength: 200 })),
  },
  { $id: 'Invite', additionalProperties: false },
);
export type Invite = Static<typeof Invite>;

/** The address is shown this once. */
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
