import { type Static, Type } from '@sinclair/typebox';
import { Nullable } from '../../contract/listing.ts';
import { Narrowed, NarrowedInput } from '../access/schema.ts';
import { Role } from '../users/schema.ts';

const issuer = Type.String({ minLength: 1, maxLength: 20 });
const group = Type.String({ minLength: 1, maxLength: 200 });
const closed = { additionalProperties: false } as const;
const secondFactor = Type.Union([Type.Literal('optional'), Type.Literal('required')]);
const maxAgeHours = Nullable(Type.Integer({ minimum: 1, maximum: 336 }));
const methods = (bounds: { maxItems?: number }) => Nullable(Type.Array(Type.String(), bounds));

/** The rules of a project for sign-ins (specification: sign-in-policy). */
export const ProjectSignIn = Type.Object(
  {
    /** Whether members need a second factor to open the project. */
    second_factor: secondFactor,
    /** `password`, `passkey` or `sso:<name>`; members need one of them to open the project. Null for no limits. */
    methods: methods({}),
    /** Hours after the last proof of identity until the project asks for a new one; null for no limit. */
    max_age_hours: maxAgeHours,
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
    second_factor: Type.Optional(secondFactor),
    methods: Type.Optional(methods({ maxItems: 12 })),
    max_age_hours: Type.Optional(maxAgeHours),
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
