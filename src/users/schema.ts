import { type Static, Type } from '@sinclair/typebox';

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
