import { type Static, Type } from '@sinclair/typebox';

const oneOf = <T extends string>(...names: T[]) => Type.Union(names.map((name) => Type.Literal(name)));

const BlockDifference = Type.Object(
  {
    id: Type.String(),
    block: Type.String(),
    change: oneOf('added', 'removed', 'moved', 'changed'),
    /** Where the block stands now; of a removed one where it stood. */
    path: Type.String(),
    fields: Type.Array(Type.String()),
  },
  { additionalProperties: false },
);

const FieldDifference = Type.Object(
  {
    field: Type.String(),
    change: oneOf('added', 'removed', 'changed'),
    /** Of a `blocks` field, in the order of the page. */
    blocks: Type.Optional(Type.Array(BlockDifference)),
  },
  { additionalProperties: false },
);
export type FieldDifference = Static<typeof FieldDifference>;

/** How one entry differs between a release and the default one (specification: release-diff). */
export const EntryDiff = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    title: Type.String(),
    conflict: Type.Boolean(),
    live: Type.Array(FieldDifference),
    draft: Type.Array(FieldDifference),
  },
  { $id: 'EntryDiff', additionalProperties: false },
);
export type EntryDiff = Static<typeof EntryDiff>;
