import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../contract/listing.ts';

/** What a member of a project may do: an owner everything, an editor content and media (contract, section 14). */
export const roles = ['owner', 'editor'] as const;
export const Role = Type.Union(roles.map((role) => Type.Literal(role)));
export type Role = (typeof roles)[number];

/** A person who signs in to the dashboard; one for all projects of the installation. */
export interface UserRecord {
  _id: string;
  /** Lower case, so that it is found however it is typed. */
  email: string;
  name: string;
  password: string;
  created_at: Date;
}

/** What a person may do in one project. */
export interface MemberRecord {
  /** `<project>/<user>` */
  _id: string;
  user_id: string;
  role: Role;
  created_at: Date;
}

/** A sign-in that lasts. The token itself is only in the person's cookie. */
export interface SessionRecord {
  /** SHA-256 of the token. */
  _id: string;
  user_id: string;
  /** What every change must send along beside the cookie. */
  csrf: string;
  created_at: Date;
  expires_at: Date;
}

/** A person as the dashboard shows them. */
export const User = Type.Object(
  { id: Type.String(), email: Type.String(), name: Type.String() },
  { $id: 'User', additionalProperties: false },
);
export type User = Static<typeof User>;

/** Somebody who may open a project. */
export const Member = Type.Object(
  { ...User.properties, role: Role, added_at: Timestamp, is_you: Type.Boolean() },
  { $id: 'Member', additionalProperties: false },
);
export type Member = Static<typeof Member>;

export const MemberList = Type.Object(
  { data: Type.Array(Member) },
  { $id: 'MemberList', additionalProperties: false },
);

export const AddMember = Type.Object(
  {
    email: Type.String({ minLength: 1, maxLength: 320 }),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    role: Role,
  },
  { $id: 'AddMember', additionalProperties: false },
);
export type AddMember = Static<typeof AddMember>;

/** `password` was made for a new person and is shown this once; null for somebody who has one already. */
export const AddedMember = Type.Object(
  { member: Member, password: Nullable(Type.String()) },
  { $id: 'AddedMember', additionalProperties: false },
);

export const ChangeMember = Type.Object({ role: Role }, { $id: 'ChangeMember', additionalProperties: false });

export const ChangePassword = Type.Object(
  {
    current_password: Type.String({ minLength: 1, maxLength: 1_000 }),
    new_password: Type.String({ minLength: 1, maxLength: 2_000 }),
  },
  { $id: 'ChangePassword', additionalProperties: false },
);
export type ChangePassword = Static<typeof ChangePassword>;

export const ChangeAccount = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 200 }) },
  { $id: 'ChangeAccount', additionalProperties: false },
);
