/** What one change of a project tells those who keep answers; written with the change (docs/delivery.md). */
export interface InvalidationRecord {
  _id: string;
  project_id: string;
  /** The project's revision after the change. */
  project_revision: number;
  tags: string[];
  /** Ids that readers see neither before nor after the change: for those who hold a secret. */
  hidden: string[];
  created_at: Date;
}
