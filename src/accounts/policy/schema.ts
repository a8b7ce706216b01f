import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../../contract/listing.ts';
import { Narrowed, NarrowedInput } from '../access/schema.ts';
import { Role } from '../users/schema.ts';

const issuer = Type.String({ minLength: 1, maxLength: 20 });
const group = Type.String({ minLength: 1, maxLength: 200 });
const closed = { additionalProperties: false } as const;

/** The rules of a project for sign-ins (specification: sign-in-policy). */
export const ProjectSignIn = Type.Object(
  {
    group_roles: Type.Array(
      Type.Object(
        {
          /** The name of the issuer. */
          issuer,
          group,
          role: Role,
          /** Areas and types; null for no limits. */
          grant: Nullable(Narrowed),
        },
        closed,
      ),
    ),
  },
  { $id: 'ProjectSignIn', additionalProperties: false },
);
export type ProjectSignIn = Static<typeof ProjectSignIn>;

/** Replaces all rules. Omitted ones get their defaults. */
export const ReplaceProjectSignIn = Type.Object(
  {
    group_roles: Type.Optional(
      Type.Array(
        Type.Object({ issuer, group, role: Role, grant: Type.Optional(Nullable(NarrowedInput)) }, closed),
        { maxItems: 50 },
      ),
    ),
  },
  { $id: 'ReplaceProjectSignIn', additionalProperties: false },
);
export type ReplaceProjectSignIn = Static<typeof ReplaceProjectSignIn>;
