/** A seal over a range of rows, which reveals later changes to them (specification: audit-seals). */
export interface SealRecord {
  /** `<log>/<from>` */
  _id: string;
  project_id: string;
  /** The first and the last row number of the range. */
  from: number;
  to: number;
  /** SHA-256 of the rows. */
  digest: string;
  /** HMAC of the range, its newest date and the log's previous seal, with a key derived from `APP_SECRET`. */
  mac: string;
  sealed_at: Date;
  /** When the newest row was stored. */
  newest_at: Date;
}

/** The seal position of a log, and what was cleared in it. */
export interface SealHead {
  /** The log: a project's id, or `installation`. */
  _id: string;
  /** The number of the newest row of the installation's log. A project's number is in the project's own row. */
  audit_seq?: number;
  sealed_to?: number;
  mac?: string;
  newest_at?: Date;
  /** Addresses are cleared up to this row number. */
  cleared_to?: number;
}

/**
 * The seals of one run, chained to those of earlier runs. Shipped logs contain the digest, so a copy exists outside of
 * the database.
 */
export interface RootRecord {
  /** 1, 2, 3 ... */
  _id: number;
  at: Date;
  seals: { log: string; to: number; mac: string }[];
  /** HMAC of the previous root's digest and these seals, with the key of the seals. */
  digest: string;
}
