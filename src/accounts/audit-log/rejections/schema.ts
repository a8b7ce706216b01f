import { type Static, Type } from '@sinclair/typebox';
import type { StoredActor } from '../../../contract/events/actor.ts';
import { ListMeta, Nullable, Timestamp } from '../../../contract/listing.ts';
import type { RefusalCounts } from '../../../contract/errors/refusals.ts';

/**
 * How often one account or key was refused from one network in five minutes (specification: audit). What was typed is
 * not in it: people type passwords where an e-mail address belongs.
 */
export interface RefusalRecord {
  /** `<log>:<beginning>:<kind>:<id>:<network>`, or `<log>:<beginning>:total`. */
  _id: string;
  /** A project, or `installation` for sign-ins. */
  project_id: string;
  /** When the five minutes began. */
  at: Date;
  /** Absent in the row of what had no room. */
  actor?: StoredActor;
  /** The /24 of IPv4, the /48 of IPv6; null where no addresses are kept. */
  network?: string | null;
  /** Absent while the row only knows how many others there are. */
  counts?: RefusalCounts;
  /** In the row of what had no room: how many places of the window are taken. */
  places?: number;
}

/** The refusals of one log in five minutes, as far as a process has not stored them. */
export interface RefusalWindow {
  readonly log: string;
  readonly at: Date;
  readonly rows: Map<string, { row: RefusalRecord; counts: RefusalCounts }>;
  /** What had no room for rows of its own. */
  readonly beyond: RefusalCounts;
}

/** One row of refusals as the dashboard and the command line show it. */
export const RefusalRow = Type.Object(
  {
    id: Type.String(),
    /** The beginning of the five minutes. */
    at: Timestamp,
    /** Null for a caller who is not known, and where `beyond` is true. */
    actor: Nullable(
      Type.Object(
        { kind: Type.String(), id: Type.String(), name: Type.String() },
        { additionalProperties: false },
      ),
    ),
    network: Nullable(Type.String()),
    count: Type.Integer(),
    /** The same by code. */
    counts: Type.Record(Type.String(), Type.Integer()),
    /** Whether it is the total of all that had no row of their own. */
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
