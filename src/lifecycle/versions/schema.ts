import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';

/** A stored version of an entry or article, with its draft at that time. */
export interface VersionRecord {
  /** The item, the author and the time window: consecutive saves are one version. */
  _id: string;
  /** `rev_...` */
  id: string;
  item: string;
  values: object;
  /** Null if the author is unknown. */
  author: { id: string; name: string } | null;
  revision: number;
  published: boolean;
  /** Set if it is the losing side of a conflict, which no later save changes. */
  kind?: 'conflict';
  first_saved_at: Date;
  saved_at: Date;
  /**
   * The longest state that later saves of this version have shortened; it becomes a version when much of it
   * is gone.
   */
  peak?: VersionPeak;
}

/** A draft before saves of one version started to shorten it. */
export interface VersionPeak {
  values: object;
  /** Characters of its texts. */
  length: number;
  revision: number;
  saved_at: Date;
}

const Author = Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false });

/** A version in a list; `author` is a person or an API key. */
export const Version = Type.Object(
  {
    id: Type.String(),
    author: Nullable(Author),
    revision: Type.Integer(),
    published: Type.Boolean(),
    /** `conflict` is the losing side of a conflict of two saves. */
    kind: Type.Union([Type.Literal('saved'), Type.Literal('conflict')]),
    first_saved_at: Timestamp,
    saved_at: Timestamp,
  },
  { $id: 'Version', additionalProperties: false },
);
export type Version = Static<typeof Version>;

/** A version with the keys of the fields that differ from the version before; null for the first version. */
export const ListedVersion = Type.Object(
  { ...Version.properties, changed: Nullable(Type.Array(Type.String())) },
  { $id: 'ListedVersion', additionalProperties: false },
);
export type ListedVersion = Static<typeof ListedVersion>;

/** Newest first, at most 100. */
export const VersionList = Type.Object(
  { data: Type.Array(ListedVersion) },
  { $id: 'VersionList', additionalProperties: false },
);

/** A version with its values in input form; two of them show what changed in between. */
export const VersionWithValues = Type.Object(
  { ...Version.properties, values: Type.Record(Type.String(), Type.Unknown()) },
  { $id: 'VersionWithValues', additionalProperties: false },
);
export type VersionWithValues = Static<typeof VersionWithValues>;
