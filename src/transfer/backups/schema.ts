import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp } from '../../contract/listing.ts';

export const testResults = ['passed', 'failed'] as const;
const TestResult = Type.Union(testResults.map((result) => Type.Literal(result)));
export type TestResult = Static<typeof TestResult>;

/** A complete backup of a project. */
export const Backup = Type.Object(
  {
    id: Type.String(),
    project: Type.String(),
    at: Timestamp,
    rows: Type.Integer(),
    files: Type.Integer(),
    /** Bytes in the storage, with the files that the backup shares with others. */
    bytes: Type.Integer(),
    encrypted: Type.Boolean(),
    /** When its restore was last tested; null if it never was. */
    tested_at: Nullable(Timestamp),
    test: Nullable(TestResult),
  },
  { $id: 'Backup', additionalProperties: false },
);
export type Backup = Static<typeof Backup>;

/** The backups of a project as the database knows them, for screens, health and metrics. */
export interface BackupState {
  _id: string;
  /** The time of the newest backup. */
  last_at: Date | null;
  /** The last test of any backup. */
  tested_at: Date | null;
  test: TestResult | null;
  /** Newest first. */
  backups: Backup[];
}
