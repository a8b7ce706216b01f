import type { StoredActor } from '../../contract/events/actor.ts';
import type {
  AuditAction,
  AuditDetail,
  AuditSubject,
  AuditVia,
} from '../../contract/events/audit-actions.ts';

/** One row of the audit log, stored in the transaction of the change (specification: audit). */
export interface AuditRecord {
  _id: string;
  /** The project of the log, or `installation`. */
  project_id: string;
  /** 1, 2, 3 ... without gaps in each log. */
  seq: number;
  at: Date;
  actor: StoredActor;
  /** The start of the hash of the person's session, which also identifies the row of the sign-in. */
  session?: string;
  via: AuditVia;
  action: AuditAction;
  subject: AuditSubject;
  release_id?: string;
  /** The item's revision after the change. */
  revision?: number;
  /** Whether readers see the change, so that the project's revision moved. */
  visible: boolean;
  /** Names of fields, never values. */
  changed?: string[];
  detail?: AuditDetail;
  request_id: string;
  /** The address of the request, until addresses are cleared. */
  address?: string;
  /** Only on rows about access and settings. */
  heavy?: true;
}

/** The log of changes that belong to no project: accounts and sign-ins. */
export const installationLog = 'installation';
