import { type Static, Type } from '@sinclair/typebox';
import { BulkAction, BulkSet } from '../../contract/bulk.ts';
import { Nullable, Timestamp } from '../../contract/listing.ts';

const closed = { additionalProperties: false } as const;

const kinds = ['entry', 'blog_article', 'kb_article'] as const;
export type BulkKind = (typeof kinds)[number];

const action = Type.Union([BulkAction, Type.Literal('set')]);

const statuses = ['running', 'done', 'stopped', 'failed'] as const;

/** Items that stayed as they were and are reported by their titles; of more, the number alone. */
export const reportedMax = 200;

/** An item that stayed as it was, and why. */
const BulkRefusal = Type.Object(
  { id: Type.String(), title: Type.String(), code: Type.String(), message: Type.String() },
  closed,
);
export type BulkRefusal = Static<typeof BulkRefusal>;

/** A bulk change as it is stored; its items stand in parts beside it. */
export interface BulkJobRecord {
  _id: string;
  kind: BulkKind;
  /** Of entries: their content type and their release. */
  type: string | null;
  release: string | null;
  action: BulkAction | 'set';
  /** Whether it changes drafts alone, so that the permission to save drafts is enough. */
  draft_only?: true;
  total: number;
  /** The next item, among those of the round. */
  position: number;
  /**
   * Deletions that something links to are tried again in another round, since what links to them may go with the same
   * change: 0 is the round of all items; absent in rows of an earlier version.
   */
  round?: number;
  /** How many items the round has, how many wait for the next one, and how many were done before it. */
  round_size?: number;
  waiting?: number;
  done_before?: number;
  /** The round before it deleted nothing: what is refused now stays. */
  is_last_round?: boolean;
  done: number;
  /** How many of `done` already were as the job wants them; absent in rows of an earlier version. */
  unchanged?: number;
  failed: number;
  refusals: BulkRefusal[];
  status: (typeof statuses)[number];
  /** Why it failed as a whole. */
  reason: string | null;
  created_by: { id: string; name: string };
  created_at: Date;
  finished_at: Date | null;
  /** The runner that holds it, until a moment; past it, any runner may take it. */
  holder: string | null;
  held_until: Date;
  /** Jobs take turns in the order of these moments. */
  turn_at: Date;
  /** How often the item at the position failed for no fault of its own. */
  tries: number;
  expires_at: Date;
}

/** Ids of a bulk change, in their order. */
export interface BulkPartRecord {
  /** `<job>/<number>` */
  _id: string;
  ids: string[];
  /** What the job sets, as JSON text: keys in a value may have any name. Only in the part `<job>/set`. */
  set?: string;
  expires_at: Date;
}

/** What is to be done, to items that are named or, with null, to all that the query finds. */
export const StartBulk = Type.Object(
  { action: BulkAction, ids: Nullable(Type.Array(Type.String({ maxLength: 40 }), { minItems: 1 })) },
  { $id: 'StartBulk', ...closed },
);
export type StartBulk = Static<typeof StartBulk>;

/** A bulk change of entries, which can also set fields. `set` is sent with the action `set` alone. */
export const StartEntryBulk = Type.Object(
  { action, ids: StartBulk.properties.ids, set: Type.Optional(BulkSet) },
  { $id: 'StartEntryBulk', ...closed },
);
export type StartEntryBulk = Static<typeof StartEntryBulk>;

/** A bulk change, how far it is, and what stayed as it was. */
export const BulkJob = Type.Object(
  {
    id: Type.String(),
    kind: Type.Union(kinds.map((kind) => Type.Literal(kind))),
    type: Nullable(Type.String()),
    action,
    status: Type.Union(statuses.map((status) => Type.Literal(status))),
    total: Type.Integer(),
    position: Type.Integer(),
    done: Type.Integer(),
    /** How many of `done` already were as the change wants them. */
    unchanged: Type.Integer(),
    failed: Type.Integer(),
    refusals: Type.Array(BulkRefusal),
    reason: Nullable(Type.String()),
    created_by: Type.Object({ id: Type.String(), name: Type.String() }, closed),
    created_at: Timestamp,
    finished_at: Nullable(Timestamp),
  },
  { $id: 'BulkJob', ...closed },
);
export type BulkJob = Static<typeof BulkJob>;

/** The bulk changes of a project, the newest first, and the maximum number of items of one (MAX_BULK_ITEMS). */
export const BulkJobList = Type.Object(
  { data: Type.Array(BulkJob), items_max: Type.Integer() },
  { $id: 'BulkJobList', ...closed },
);
export type BulkJobList = Static<typeof BulkJobList>;
