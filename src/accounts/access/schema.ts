import { type Static, Type } from '@sinclair/typebox';
import { type Area, areas, type Permission, permissions } from '../../contract/access.ts';

const closed = { additionalProperties: false } as const;
const word = Type.String({ maxLength: 100 });
/** Words as they are sent; which of them there are is said by `invalid_scope`, with the closest. */
const words = Type.Array(word, { maxItems: 50 });

const AreaName = Type.Unsafe<Area>(Type.String({ enum: [...areas] }));
const PermissionName = Type.Unsafe<Permission>(Type.String({ enum: [...permissions] }));

/** What a membership was narrowed to (specification: access). */
export const Narrowed = Type.Object(
  { areas: Type.Optional(Type.Array(AreaName)), types: Type.Optional(Type.Array(Type.String())) },
  closed,
);

/** What a key was narrowed to by its owner. */
export const Scopes = Type.Object(
  {
    can: Type.Array(PermissionName),
    ...Narrowed.properties,
    releases: Type.Optional(Type.Union([Type.Literal('default'), Type.Array(Type.String())])),
  },
  closed,
);

/** The same as they are asked for. */
export const AskNarrowed = Type.Object({ areas: Type.Optional(words), types: Type.Optional(words) }, closed);
export type AskNarrowed = Static<typeof AskNarrowed>;

export const AskScopes = Type.Object(
  {
    can: words,
    ...AskNarrowed.properties,
    releases: Type.Optional(Type.Union([Type.Literal('default'), words])),
  },
  closed,
);
export type AskScopes = Static<typeof AskScopes>;
