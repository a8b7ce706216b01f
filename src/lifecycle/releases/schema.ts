import { type Static, Type } from '@sinclair/typebox';
import type { StoredActor } from '../../contract/events/actor.ts';
import { requiresChange } from '../../contract/fields/fields.ts';
import { idPattern } from '../../contract/ids.ts';
import { ListMeta, Nullable, Timestamp, WriteMeta } from '../../contract/listing.ts';
import type { ReviewRecord } from '../review/schema.ts';

/** `deleting` never appears in responses: readers don't see the release, and its rows are being removed. */
export type ReleaseStatus = 'cloning' | 'ready' | 'failed' | 'deleting';

/** A stored release; only the project's row decides which release is the default. */
export interface ReleaseRecord {
  _id: string;
  name: string;
  status: ReleaseStatus;
  cloned_from: string | null;
  /** Incremented by every event of the release. */
  revision: number;
  /**
   * The time after which changes of the default release count: the clone, or when the release stopped being
   * the default.
   */
  base_at: Date;
  /** The number of the write at `base_at` (`Tx.writeSeq`); absent in older rows. */
  base_seq?: number;
  /** The default release at or after `base_at`. */
  base_default?: string;
  /** The write after which the clone was taken; newer states of the release and its source differ. */
  clone_seq?: number;
  entry_count: number;
  /** Copied rows and all rows, while `cloning`. */
  progress: { copied: number; total: number } | null;
  /** Why it is `failed`, and what to do. */
  reason?: string;
  /** Updated while a clone runs; an old time means that it was interrupted. */
  alive_at: Date;
  created_at: Date;
  /** Absent without a date. Only a release that is ready and not the default has one. */
  promotion?: PromotionDate;
  /** Why the last promotion at a date was rejected; absent after a new date or a promotion. */
  promotion_failed?: PromotionFailure;
  /** The number of the last write in the release, except by jobs and while it was the default. */
  content_seq?: number;
  /** Ids of the members who changed anything in the release since it was cloned or last the default. */
  contributors?: readonly string[];
  /** A promotion ends it. */
  review?: ReleaseReview;
}

/** The review of a release. `outdated` is stored as false; `reviewOfRelease` compares `revision` instead. */
export interface ReleaseReview extends ReviewRecord {
  /** The content of the release at the request or decision (`contentRevision`). */
  revision: number;
}

/** The date at which a worker promotes a release. */
export interface PromotionDate {
  at: Date;
  if_diverged: DivergencePolicy;
  /** Who set the date. The promotion is made on behalf of this member or key. */
  by: StoredActor;
}

export interface PromotionFailure {
  /** The date of the promotion. */
  at: Date;
  code: string;
  message: string;
}

export interface RemovalRecord {
  /** `<release>/<id>` */
  _id: string;
  /** An entry's id, `type:<slug>` or `block:<slug>`. */
  id: string;
  at: Date;
  /** The number of the write that removed it; absent in older rows. */
  write_seq?: number;
}

/** How many items differ under each heading, and how many of them changed in the default release too. */
export interface DiffSummary {
  types: DiffCounts;
  /** Only if one of the releases defines blocks. */
  blocks?: DiffCounts;
  entries: DiffCounts;
}

const Progress = Type.Object(
  { copied: Type.Integer(), total: Type.Integer() },
  { additionalProperties: false },
);

const PromotionFailed = Type.Object(
  { at: Timestamp, code: Type.String(), message: Type.String() },
  { additionalProperties: false },
);

/** A release in responses (specification: releases). */
export const Release = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    default: Type.Boolean(),
    status: Type.Union([Type.Literal('cloning'), Type.Literal('ready'), Type.Literal('failed')]),
    created_at: Timestamp,
    cloned_from: Nullable(Type.String()),
    entry_count: Type.Integer(),
    progress: Type.Optional(Progress),
    /** Why it is `failed`, and what to do. */
    reason: Type.Optional(Type.String()),
    /** The date at which the release is promoted; absent without one. */
    promote_at: Type.Optional(Timestamp),
    /** Why the last promotion at a date was rejected, until a new date or a promotion. */
    promotion_failed: Type.Optional(PromotionFailed),
    meta: Type.Optional(WriteMeta),
  },
  { $id: 'Release', additionalProperties: false },
);
export type Release = Static<typeof Release>;

export const ReleaseList = Type.Object(
  { data: Type.Array(Release), meta: ListMeta },
  { $id: 'ReleaseList', additionalProperties: false },
);

const name = Type.String({
  'x-nfc': true,
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'a text of 1 to 200 characters',
});

export const CreateRelease = Type.Object(
  { name, from: Type.Optional(Type.String({ 'x-document': { pattern: idPattern('release') } })) },
  { $id: 'CreateRelease', additionalProperties: false },
);
export type CreateRelease = Static<typeof CreateRelease>;

const IfDiverged = Type.Union([Type.Literal('warn'), Type.Literal('refuse')], {
  description: 'warn or refuse',
});
/** Whether a promotion is rejected if the default release changed since the release was cloned from it. */
export type DivergencePolicy = Static<typeof IfDiverged>;

export const ChangeRelease = Type.Object(
  {
    name: Type.Optional(name),
    // The form is checked later, so that each invalid date has the same error.
    promote_at: Type.Optional(
      Type.Unknown({
        'x-document': {
          type: ['string', 'null'],
          format: 'date-time',
          description:
            'The time (RFC 3339) at which a worker promotes the release, at most 366 days ahead; null removes it.',
          examples: ['2026-12-03T09:00:00.000Z'],
        },
      }),
    ),
    if_diverged: Type.Optional(IfDiverged),
  },
  { $id: 'ChangeRelease', additionalProperties: false, ...requiresChange },
);
export type ChangeRelease = Static<typeof ChangeRelease>;

export const PromoteRelease = Type.Object(
  { if_diverged: Type.Optional(IfDiverged) },
  { $id: 'PromoteRelease', additionalProperties: false },
);
export type PromoteRelease = Static<typeof PromoteRelease>;

const conflict = Type.Boolean();
const TypeDifference = Type.Object(
  { slug: Type.String(), name: Type.String(), conflict },
  { additionalProperties: false },
);
const EntryDifference = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    title: Type.String(),
    conflict,
    /** The codes of the locales in which a changed entry differs; absent if it has only the default locale. */
    locales: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: false },
);

const differences = <T extends typeof TypeDifference | typeof EntryDifference>(of: T) =>
  Type.Object(
    { added: Type.Array(of), changed: Type.Array(of), removed: Type.Array(of) },
    { additionalProperties: false },
  );

const Counts = Type.Object(
  { added: Type.Integer(), changed: Type.Integer(), removed: Type.Integer(), conflicts: Type.Integer() },
  { additionalProperties: false },
);

/** The numbers of changes by kind. */
export const DiffCountsByKind = Type.Object(
  { types: Counts, blocks: Type.Optional(Counts), entries: Counts },
  { additionalProperties: false },
);

/**
 * The numbers of changes that readers get, by kind, and of entries whose drafts alone change. `drafts` counts all conflicts
 * that readers don't notice.
 */
export const ReaderSummary = Type.Object(
  { ...DiffCountsByKind.properties, drafts: Counts },
  { additionalProperties: false },
);
export type ReaderSummary = Static<typeof ReaderSummary>;

/** What promoting a release would change, drafts included (specification: release-diff). */
export const ReleaseDiff = Type.Object(
  {
    release: Type.String(),
    default: Type.String(),
    summary: DiffCountsByKind,
    types: differences(TypeDifference),
    blocks: Type.Optional(differences(TypeDifference)),
    entries: differences(EntryDifference),
    /** Whether the lists of entries are cut; the counts are complete. */
    truncated: Type.Boolean(),
  },
  { $id: 'ReleaseDiff', additionalProperties: false },
);
export type ReleaseDiff = Static<typeof ReleaseDiff>;
export type DiffCounts = Static<typeof Counts>;
