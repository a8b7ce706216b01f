import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { WriteMeta } from '../../contract/listing.ts';

const closed = { additionalProperties: false } as const;

const Choice = Type.Union([Type.Literal('mine'), Type.Literal('theirs'), Type.Literal('both')], {
  description: 'mine, theirs or both',
});

const Resolution = Type.Union(
  [
    Type.Literal('ask'),
    Type.Literal('mine'),
    Type.Literal('theirs'),
    Type.Literal('both'),
    Type.Record(Type.String(), Choice),
  ],
  { description: 'ask, mine, theirs, both, or an object from conflict ids to one of the last three' },
);

/**
 * The `merge` of a draft save. `base` has the shape of the sent values and contains each field as it was when editing
 * began. `resolve` decides conflicts; the default `ask` rejects the save with edit_conflict.
 */
export function mergeRequest<T extends TSchema>(base: T) {
  return Type.Object({ base, resolve: Type.Optional(Resolution) }, closed);
}

/** A `merge` whose base is checked against the fields of the item. */
export interface MergeRequest {
  base: Record<string, unknown>;
  resolve?: Static<typeof Resolution> | undefined;
}

/** `meta` of a saved draft: fields that were merged by node, and versions that keep the losing side of conflicts. */
export const DraftMeta = Type.Object(
  {
    ...WriteMeta.properties,
    merged: Type.Optional(Type.Array(Type.String())),
    kept_versions: Type.Optional(Type.Array(Type.String())),
  },
  closed,
);
export type DraftMeta = Static<typeof DraftMeta>;

/** The keys of `meta` that a merge adds; empty ones are absent. */
export function mergeMeta(
  merge: { merged: string[]; keptVersions: string[] } | undefined,
): Pick<DraftMeta, 'merged' | 'kept_versions'> {
  const { merged = [], keptVersions = [] } = merge ?? {};
  return {
    ...(merged.length === 0 ? {} : { merged }),
    ...(keptVersions.length === 0 ? {} : { kept_versions: keptVersions }),
  };
}
