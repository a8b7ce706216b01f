import type { Reviewed } from '../review/schema.ts';

/** States of entries and articles (specification: states); only the knowledge base has `archived`. */
export type Status = 'draft' | 'scheduled' | 'published' | 'archived';

/**
 * A scheduled change of a live item; readers see the present version until its date (specification:
 * scheduled-changes).
 */
export interface PendingChange<V> {
  /** The draft at the time of scheduling. */
  values: V;
  at: Date;
  /** Values for all locales that go live with it; absent for items with one locale. */
  shared?: Readonly<Record<string, unknown>>;
}

/** The dates that decide whether readers see an item; every read of items has to include them. */
export const visiblePeriodPaths = ['live_at', 'live_until'] as const;
export type VisiblePeriodPath = (typeof visiblePeriodPaths)[number];

export const visiblePeriodProjection = { live_at: 1, live_until: 1 } as const satisfies Record<
  VisiblePeriodPath,
  1
>;

/**
 * The state of an entry or article. Readers see `live` while **`live_at <= now < live_until`**, so dates
 * need no timer (specification: visible-at).
 */
export interface PublishableItem<V> extends Reviewed {
  draft: V;
  live: V | null;
  /** Set if the draft differs from `live` only in removed fields, which nobody sees. */
  equals_live?: true;
  live_at: Date | null;
  /** The date in responses: of the first publication, or the date that was sent. */
  published_at: Date | null;
  /** `scheduled` until the event of the start was emitted, even after the date; see `statusAt`. */
  status: Status;
  /** Incremented by every change; `live_revision` is its value at the last change that readers see. */
  revision: number;
  live_revision: number | null;
  created_at: Date;
  updated_at: Date;
  live_updated_at: Date | null;
  /** Whether readers ever saw it; its slug is then final. */
  was_live: boolean;
  /** Absent without a scheduled change; only items that readers see have one. */
  pending?: PendingChange<V>;
  /**
   * When readers stop seeing the item; absent without an end, or if `live_at` is null (specification: ends).
   */
  live_until?: Date;
  /** The end date in an article's draft; it becomes `live_until` when the draft is published. */
  kept_until?: Date;
  /**
   * When the item last ended. Stored until the next write, whose time must be later, because receivers identify a change
   * by id and time (specification: ends).
   */
  ended_at?: Date;
}

/** Keys that every row of an item has. */
export const publishableItemKeys = [
  'draft',
  'live',
  'status',
  'revision',
  'created_at',
  'updated_at',
] as const;

/** The publishing keys in the response to a write (specification: write-answers). */
export interface PublishedState {
  status: Status;
  published_at: string | null;
  scheduled_for: string | null;
  created_at: string;
  updated_at: string;
  revision: number;
  live_revision: number | null;
  has_unpublished_changes: boolean;
  /** The date of the scheduled change; absent without one. */
  publish_at?: string;
  /** When readers stop seeing the item; absent without an end. */
  unpublish_at?: string;
}
