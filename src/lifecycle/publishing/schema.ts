/** States of everything that is published (specification: states); `archived` is the knowledge base's alone. */
export type Status = 'draft' | 'scheduled' | 'published' | 'archived';

/** A change of what is live that waits for its date; readers see the present version until it is made (specification: scheduled-changes). */
export interface PendingChange<V> {
  /** The draft as it was when the change was scheduled. */
  values: V;
  at: Date;
}

/** The dates that decide whether readers see an item: every read from which items are shown includes them. */
export const stayPaths = ['live_at', 'live_until'] as const;
export type StayPath = (typeof stayPaths)[number];

export const stayProjection = { live_at: 1, live_until: 1 } as const satisfies Record<StayPath, 1>;

/**
 * What every published thing keeps, whatever its values are. Readers see `live` from `live_at` on and until `live_until`:
 * **visible means `live_at <= now < live_until`**, so a date needs no timer (specification: visible-at).
 */
export interface PublishedSnapshot<V> {
  draft: V;
  live: V | null;
  live_at: Date | null;
  /** The date that is served: of the first publication, or the one that was asked for. */
  published_at: Date | null;
  /** `scheduled` until the event of going live was sent, even when the date has passed; see `statusAt`. */
  status: Status;
  /** Grows with every change; `live_revision` is its value when what readers see changed last. */
  revision: number;
  live_revision: number | null;
  created_at: Date;
  updated_at: Date;
  live_updated_at: Date | null;
  /** Whether readers ever saw it: its slug is final then. */
  was_live: boolean;
  /** Absent unless a change is scheduled; only an item that readers see has one. */
  pending?: PendingChange<V>;
  /** The moment at which readers stop seeing it; absent without an end, and where `live_at` is null (specification: ends). */
  live_until?: Date;
  /** The end that an article's draft waits with; it becomes `live_until` when the draft is published. */
  kept_until?: Date;
  /** The end that came last, until the next write, whose time is later: receivers key on id and time (specification: ends). */
  ended_at?: Date;
}

/** Keys that every stored row of it has. */
export const publishedKeys = ['draft', 'live', 'status', 'revision', 'created_at', 'updated_at'] as const;

/** The publishing keys of a written item's answer (specification: write-answers). */
export interface PublishedState {
  status: Status;
  published_at: string | null;
  scheduled_for: string | null;
  created_at: string;
  updated_at: string;
  revision: number;
  live_revision: number | null;
  has_unpublished_changes: boolean;
  /** When the scheduled change is made; absent when none is. */
  publish_at?: string;
  /** When readers stop seeing it; absent without an end. */
  unpublish_at?: string;
}
