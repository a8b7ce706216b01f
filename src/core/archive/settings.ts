import type { StorageSettings } from '../storage/settings.ts';

/** Where and how often projects are backed up. */
export interface BackupSettings {
  /** The store of backups; both of its buckets are BACKUP_S3_BUCKET. */
  readonly store: StorageSettings;
  /** The start of all keys, without a slash at its end. */
  readonly prefix: string;
  /** The hour of the daily backup, in UTC. */
  readonly hour: number;
  /** The number of backups of a project that are kept. */
  readonly keep: number;
  /** The identity of age that encrypts objects; null for none. */
  readonly identity: string | null;
  /** Whether a backup is tested each day. */
  readonly isTested: boolean;
  /** Milliseconds that replace the day in tests; null for a day. */
  readonly intervalMs: number | null;
}
