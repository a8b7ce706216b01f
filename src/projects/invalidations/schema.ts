/** The tags that one change without an event invalidates, or that were invalidated by hand (docs/build/cache-tags.md). */
export interface InvalidationRecord {
  _id: string;
  project_id: string;
  /** The project's revision after the change; of what was invalidated by hand the one that the project had then. */
  project_revision: number;
  /** The number of what was invalidated by hand, a revocation or a switch; absent on changes. */
  hand?: number;
  tags: string[];
  /** Ids that readers see neither before nor after the change: for those who hold a secret. */
  hidden: string[];
  created_at: Date;
}

/**
 * A position in the invalidations of a project: changes have revisions, and what was invalidated by hand while the
 * project stood at a revision comes after the change to it, by its number. Those numbers only grow
 * (docs/architecture/decisions/0185-tags-on-events.md).
 */
export interface InvalidationPosition {
  revision: number;
  /** 0 for the change itself. */
  hand: number;
}

/** What was invalidated at one position, whichever row it is stored in. */
export interface InvalidationRow extends InvalidationPosition {
  tags: string[];
  hidden: string[];
  created_at: Date;
}
