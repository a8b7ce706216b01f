import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';

/** A saved version of an entry or article, as it is stored: the draft as it was. */
export interface VersionRecord {
  /** The item with who saved it and when, roughly: saves shortly after one another are one version. */
  _id: string;
  /** `rev_...` */
  id: string;
  item: string;
  values: object;
  /** Null for what was there before anybody was known. */
  author: { id: string; name: string } | null;
  revision: number;
  /** Whether this save published it. */
  published: boolean;
  first_saved_at: Date;
  saved_at: Date;
  /** The longest state that later saves of this version have shortened; it becomes a version when much of it is gone. */
  peak?: VersionPeak;
}

/** A draft as it was before saves of one version began to shorten it. */
export interface VersionPeak {
  values: object;
  /** Characters of its texts. */
  length: number;
  revision: number;
  saved_at: Date;
}

const Author = Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false });

/** A saved version in a list; `author` is a person or an API key. */
export const Version = Type.Object(
  {
    id: Type.String(),
    author: Nullable(Author),
    revision: Type.Integer(),
    published: Type.Boolean(),
    first_saved_at: Timestamp,
    saved_at: Timestamp,
  },
  { $id: 'Version', additionalProperties: false },
);
export type Version = Static<typeof Version>;

/** Newest first, at most 100. */
export const VersionList = Type.Object(
  { data: Type.Array(Version) },
  { $id: 'VersionList', additionalProperties: false },
);

/** With the values in the form in which they are written; two of them show what changed between. */
export const VersionWithValues = Type.Object(
  { ...Version.properties, values: Type.Record(Type.String(), Type.Unknown()) },
  { $id: 'VersionWithValues', additionalProperties: false },
);
export type VersionWithValues = Static<typeof VersionWithValues>;
