import { type Static, Type } from '@sinclair/typebox';
import type { StoredActor } from '../../../contract/events/actor.ts';
import { ListMeta, Nullable, Timestamp } from '../../../contract/listing.ts';
import type { RejectionCounts } from '../../../contract/errors/refusals.ts';

/**
 * How often one account or key was rejected from one network in five minutes (specification: audit). Never
 * contains what was typed, because people type passwords into the e-mail field.
 */
export interface RejectionRecord {
  /** `<log>:<start>:<kind>:<id>:<network>`, or `<log>:<start>:total`. */
  _id: string;
  /** A project, or `installation` for sign-ins. */
  project_id: string;
  /** The start of the five minutes. */
  at: Date;
  /** Absent in the total row. */
  actor?: StoredActor;
  /** The /24 of IPv4 or the /48 of IPv6; null if the installation stores no addresses. */
  network?: string | null;
  /** Absent while the total row only contains `places`. */
  counts?: RejectionCounts;
  /** In the total row: how many rows of the window are reserved. */
  places?: number;
}

/** Rejections of one log in five minutes that this process has not stored yet. */
export interface RejectionWindow {
  readonly log: string;
  readonly at: Date;
  readonly rows: Map<string, { row: RejectionRecord; counts: RejectionCounts }>;
  /** Counts of callers without a row of their own. */
  readonly rest: RejectionCounts;
}

/** One row of rejections in the dashboard and the command line. */
export const RefusalRow = Type.Object(
  {
    id: Type.String(),
    /** The start of the five minutes. */
    at: Timestamp,
    /** Null for an unknown caller, and if `beyond` is true. */
    actor: Nullable(
      Type.Object(
        { kind: Type.String(), id: Type.String(), name: Type.String() },
        { additionalProperties: false },
      ),
    ),
    network: Nullable(Type.String()),
    count: Type.Integer(),
    /** Counts by error code. */
    counts: Type.Record(Type.String(), Type.Integer()),
    /** Whether the row is the total of the callers without a row of their own. */
    beyond: Type.Boolean(),
  },
  { $id: 'RefusalRow', additionalProperties: false },
);
export type RefusalRow = Static<typeof RefusalRow>;

export const RefusalQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    cursor: Type.Optional(Type.String({ minLength: 1 })),
  },
  { additionalProperties: false },
);
export type RefusalQuery = Static<typeof RefusalQuery>;

export const RefusalList = Type.Object(
  { data: Type.Array(RefusalRow), meta: ListMeta },
  { $id: 'RefusalList', additionalProperties: false },
);
export type RefusalList = Static<typeof RefusalList>;
