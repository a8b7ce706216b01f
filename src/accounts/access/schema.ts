import { type Static, Type } from '@sinclair/typebox';
import { type Area, areas, type Permission, permissions } from '../../contract/access.ts';

const closed = { additionalProperties: false } as const;
const word = Type.String({ maxLength: 100 });
/**
 * Unknown words pass this schema; the check that throws `invalid_scope` can then suggest the closest word.
 */
const words = Type.Array(word, { maxItems: 50 });

const AreaName = Type.Unsafe<Area>(Type.String({ enum: [...areas] }));
const PermissionName = Type.Unsafe<Permission>(Type.String({ enum: [...permissions] }));

/** The areas, types and locales that a membership is limited to (specification: access). */
export const Narrowed = Type.Object(
  {
    areas: Type.Optional(Type.Array(AreaName)),
    types: Type.Optional(Type.Array(Type.String())),
    locales: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);

/** The permissions, areas, types, locales and releases that an owner limits a key to. */
export const Scopes = Type.Object(
  {
    can: Type.Array(PermissionName),
    ...Narrowed.properties,
    releases: Type.Optional(Type.Union([Type.Literal('default'), Type.Array(Type.String())])),
  },
  closed,
);

export const NarrowedInput = Type.Object(
  { areas: Type.Optional(words), types: Type.Optional(words), locales: Type.Optional(words) },
  closed,
);
export type NarrowedInput = Static<typeof NarrowedInput>;

export const ScopesInput = Type.Object(
  {
    can: words,
    ...NarrowedInput.properties,
    releases: Type.Optional(Type.Union([Type.Literal('default'), words])),
  },
  closed,
);
export type ScopesInput = Static<typeof ScopesInput>;
