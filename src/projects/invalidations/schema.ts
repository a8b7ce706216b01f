/** The cache tags of one change without an event, or of one manual invalidation (docs/build/cache-tags.md). */
export interface InvalidationRecord {
  _id: string;
  project_id: string;
  /** The project's revision after the change; of a manual invalidation, the project's current revision. */
  project_revision: number;
  /** The number of a manual invalidation: a purge, a revocation or a switch of the CDN mode. Absent on changes. */
  hand?: number;
  tags: string[];
  /** Ids that readers see neither before nor after the change. Only receivers with a secret get them. */
  hidden: string[];
  created_at: Date;
}

/**
 * A position in the invalidations of a project. Changes are ordered by revision. The manual invalidations at a revision
 * follow its change in the order of their numbers, which only grow
 * (docs/architecture/decisions/0185-tags-on-events.md).
 */
export interface InvalidationPosition {
  revision: number;
  /** 0 for the change itself. */
  hand: number;
}

/** One invalidation, whichever row it is stored in. */
export interface InvalidationRow extends InvalidationPosition {
  tags: string[];
  hidden: string[];
  created_at: Date;
}
