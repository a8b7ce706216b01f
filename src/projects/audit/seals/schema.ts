/** What a stretch of a log was when it was sealed; rows of it that differ from then on are found (specification: audit-seals). */
export interface SealRecord {
  /** `<log>/<from>` */
  _id: string;
  project_id: string;
  /** The first and the last number of the stretch. */
  from: number;
  to: number;
  /** SHA-256 over its rows. */
  digest: string;
  /** HMAC over this, its newest date and the former seal of the log, under a key from `APP_SECRET`. */
  mac: string;
  sealed_at: Date;
  /** When its newest row was stored. */
  newest_at: Date;
}

/** How far a log is sealed, and what was cleared from it. */
export interface SealHead {
  /** The log: a project's id, or `installation`. */
  _id: string;
  /** The newest row of the installation's log; a project's is in the project's own row. */
  audit_seq?: number;
  sealed_to?: number;
  mac?: string;
  newest_at?: Date;
  /** Rows up to this number have no address any more. */
  cleared_to?: number;
}

/** The seals of one round, chained to those of the former ones; an operator who ships logs has its digest outside of the database. */
export interface RootRecord {
  /** 1, 2, 3 ... */
  _id: number;
  at: Date;
  seals: { log: string; to: number; mac: string }[];
  /** HMAC over the former root's digest and these seals, under the key of the seals. */
  digest: string;
}
