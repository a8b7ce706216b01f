import { type Static, Type } from '@sinclair/typebox';

const oneOf = <T extends string>(...names: T[]) => Type.Union(names.map((name) => Type.Literal(name)));

const BlockDifference = Type.Object(
  {
    id: Type.String(),
    block: Type.String(),
    change: oneOf('added', 'removed', 'moved', 'changed'),
    /** The current path of the block. A removed block has its previous path. */
    path: Type.String(),
    fields: Type.Array(Type.String()),
  },
  { additionalProperties: false },
);

const FieldDifference = Type.Object(
  {
    field: Type.String(),
    change: oneOf('added', 'removed', 'changed'),
    /** For a `blocks` field, in the order of the list. */
    blocks: Type.Optional(Type.Array(BlockDifference)),
  },
  { additionalProperties: false },
);
export type FieldDifference = Static<typeof FieldDifference>;

/** What differs in the live version, and in the draft. */
const snapshots = { live: Type.Array(FieldDifference), draft: Type.Array(FieldDifference) };
const SnapshotDifferences = Type.Object(snapshots, { additionalProperties: false });
export type SnapshotDifferences = Static<typeof SnapshotDifferences>;

/** The differences of one entry between a release and the default release (specification: release-diff). */
export const EntryDiff = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    title: Type.String(),
    conflict: Type.Boolean(),
    ...snapshots,
    /** The localized fields that differ in further locales, by code. Absent if the entry is only in the default locale. */
    locales: Type.Optional(Type.Record(Type.String(), SnapshotDifferences)),
  },
  { $id: 'EntryDiff', additionalProperties: false },
);
export type EntryDiff = Static<typeof EntryDiff>;
