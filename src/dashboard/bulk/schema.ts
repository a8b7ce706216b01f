import { type Static, Type } from '@sinclair/typebox';
import type { LeasedRow } from '../../core/jobs/index.ts';
import { BulkAction, type BulkChange, bulkLocale, BulkSet } from '../../contract/bulk.ts';
import { Nullable, Timestamp } from '../../contract/listing.ts';

const closed = { additionalProperties: false } as const;

const kinds = ['entry', 'blog_article', 'kb_article', 'trash'] as const;
export type BulkKind = (typeof kinds)[number];

const entryAction = Type.Union([BulkAction, Type.Literal('set')]);
const action = Type.Union([entryAction, Type.Literal('restore')]);

const statuses = ['running', 'done', 'stopped', 'failed'] as const;

/** Maximum rejected items that a report lists. More are only counted. */
export const maxReported = 200;

/** An item that could not be changed, and the reason. */
const BulkRefusal = Type.Object(
  { id: Type.String(), title: Type.String(), code: Type.String(), message: Type.String() },
  closed,
);
export type BulkRefusal = Static<typeof BulkRefusal>;

/** What a job does to each item. */
export type JobChange = BulkChange | { action: 'restore'; publish: boolean };

/** A stored bulk change. Its item ids are stored in parts. */
export interface BulkJobRecord extends LeasedRow {
  _id: string;
  kind: BulkKind;
  /** The content type and the release of entries; the type is null for items of several kinds. */
  type: string | null;
  release: string | null;
  /** The id of the further locale in which items are changed. */
  locale?: string;
  action: JobChange['action'];
  /** Publishes restored items that readers saw. */
  publishes?: true;
  /** Changes only drafts, so the permission to save drafts is enough. */
  draft_only?: true;
  total: number;
  /** The index of the next item in the round. */
  position: number;
  /**
   * Deletions that links blocked are retried in another round, because the same change may delete the linking items.
   * Round 0 contains all items. Absent in rows of an earlier version.
   */
  round?: number;
  /** Items of the round, items deferred to the next round, and items done before the round. */
  round_size?: number;
  waiting?: number;
  done_before?: number;
  /** The previous round deleted nothing, so rejected items are not retried. */
  is_last_round?: boolean;
  done: number;
  /** How many of `done` needed no change; absent in rows of an earlier version. */
  unchanged?: number;
  failed: number;
  refusals: BulkRefusal[];
  status: (typeof statuses)[number];
  /** Why the whole job failed. */
  reason: string | null;
  created_by: { id: string; name: string };
  created_at: Date;
  finished_at: Date | null;
  /** How often the current item failed with an unexpected error. */
  tries: number;
  expires_at: Date;
}

/** A part of the ids of a bulk change, in order. */
export interface BulkPartRecord {
  /** `<job>/<number>` */
  _id: string;
  ids: string[];
  /** The values to set, as JSON text because keys in values can have any name. Only in the part `<job>/set`. */
  set?: string;
  expires_at: Date;
}

/** The action and the ids of the items; null for all items that match the query. */
export const StartBulk = Type.Object(
  {
    action: BulkAction,
    ids: Nullable(Type.Array(Type.String({ maxLength: 40 }), { minItems: 1 })),
    ...bulkLocale,
  },
  { $id: 'StartBulk', ...closed },
);
export type StartBulk = Static<typeof StartBulk>;

/** A bulk change of entries, which can also set fields. `set` belongs to the action `set` only. */
export const StartEntryBulk = Type.Object(
  { action: entryAction, ids: StartBulk.properties.ids, set: Type.Optional(BulkSet), ...bulkLocale },
  { $id: 'StartEntryBulk', ...closed },
);
export type StartEntryBulk = Static<typeof StartEntryBulk>;

/** What a bulk change would do (`dry_run=true`): the number of items, by what readers see of them now. */
export const BulkPreview = Type.Object(
  {
    action,
    total: Type.Integer(),
    live: Type.Integer(),
    scheduled: Type.Integer(),
    drafts: Type.Integer(),
  },
  { $id: 'BulkPreview', ...closed },
);
export type BulkPreview = Static<typeof BulkPreview>;

/** Counts the items and starts nothing. */
export const DryRun = Type.Object({ dry_run: Type.Optional(Type.Boolean()) }, closed);

/** A bulk change with its progress and the items that could not be changed. */
export const BulkJob = Type.Object(
  {
    id: Type.String(),
    kind: Type.Union(kinds.map((kind) => Type.Literal(kind))),
    type: Nullable(Type.String()),
    /** The id of the further locale in which items are changed. */
    locale: Type.Optional(Type.String()),
    action,
    status: Type.Union(statuses.map((status) => Type.Literal(status))),
    total: Type.Integer(),
    position: Type.Integer(),
    done: Type.Integer(),
    /** How many of `done` needed no change. */
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

/** The bulk changes of a project, newest first, and the maximum number of items of one (MAX_BULK_ITEMS). */
export const BulkJobList = Type.Object(
  { data: Type.Array(BulkJob), items_max: Type.Integer() },
  { $id: 'BulkJobList', ...closed },
);
export type BulkJobList = Static<typeof BulkJobList>;
