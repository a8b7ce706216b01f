import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';
import { type UsageKind, usageLimits } from '../../contract/usage.ts';

const closed = { additionalProperties: false } as const;

export type UsageCounts = Record<UsageKind, number>;

/** The usage of a project on one day in UTC. */
export interface UsageDayRecord extends Partial<UsageCounts> {
  /** `<project>/<yyyy-mm-dd>`. */
  _id: string;
  project_id: string;
  /** The start of the day. */
  at: Date;
  /** When the daily job measured the project and logged its warnings. */
  checked_at?: Date;
  /** The last measurement of the day; absent if the project was not measured. */
  storage?: Omit<StoredSize, 'collections'> & Partial<Pick<StoredSize, 'collections'>>;
}

/** The size of a project when it was measured. */
export interface StoredSize {
  measured_at: Date;
  /** Rows in the database, and the bytes of their documents without indexes. */
  rows: number;
  database_bytes: number;
  /** Files of the media library, also in the trash. */
  files: number;
  file_bytes: number;
  /** Only in the newest measurement. */
  collections: CollectionSize[];
}

export const CollectionSize = Type.Object(
  {
    name: Type.String(),
    rows: Type.Integer(),
    bytes: Type.Integer(),
    /** Whether the bytes are computed from a part of the rows. */
    is_estimated: Type.Boolean(),
  },
  closed,
);
export type CollectionSize = Static<typeof CollectionSize>;

const counts = { requests: Type.Integer(), streams: Type.Integer(), webhooks: Type.Integer() };

/** A limit that the project reached to 80 % or more. */
export const UsageWarning = Type.Object(
  {
    limit: Type.Union(usageLimits.map((limit) => Type.Literal(limit))),
    used: Type.Integer(),
    max: Type.Integer(),
  },
  { $id: 'UsageWarning', ...closed },
);
export type UsageWarning = Static<typeof UsageWarning>;

/** What a project uses. Days and months are in UTC. */
export const ProjectUsage = Type.Object(
  {
    /** The last 30 days, the newest last. */
    days: Type.Array(
      Type.Object(
        {
          day: Type.String(),
          ...counts,
          /** Database and files together; null if nothing was measured on the day. */
          storage_bytes: Nullable(Type.Integer()),
        },
        closed,
      ),
    ),
    /** The current month and the twelve before it, the newest first. */
    months: Type.Array(Type.Object({ month: Type.String(), ...counts }, closed)),
    /** The last measurement; null if the project was never measured. */
    storage: Nullable(
      Type.Object(
        {
          measured_at: Timestamp,
          rows: Type.Integer(),
          database_bytes: Type.Integer(),
          files: Type.Integer(),
          file_bytes: Type.Integer(),
          total_bytes: Type.Integer(),
          /** The largest first. */
          collections: Type.Array(CollectionSize),
        },
        closed,
      ),
    ),
    /** Null for a limit that the operator did not set. */
    limits: Type.Object(
      { storage_bytes: Nullable(Type.Integer()), requests_per_month: Nullable(Type.Integer()) },
      closed,
    ),
    warnings: Type.Array(UsageWarning),
  },
  { $id: 'ProjectUsage', ...closed },
);
export type ProjectUsage = Static<typeof ProjectUsage>;
