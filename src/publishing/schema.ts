/** States of everything that is published (specification: states); `archived` is the knowledge base's alone. */
export type Status = 'draft' | 'scheduled' | 'published' | 'archived';

/**
 * What every published thing keeps, whatever its values are. Readers see `live` from `live_at` on:
 * **visible means `live_at <= now`**, so a date needs no timer (specification: visible-at).
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
}
