import type { StoredActor } from '../../contract/events/actor.ts';
import type {
  AuditAction,
  AuditDetail,
  AuditSubject,
  AuditVia,
} from '../../contract/events/audit-actions.ts';

/** One row of the audit log: who did what, stored with what was done (specification: audit). */
export interface AuditRecord {
  _id: string;
  /** The project in whose log it stands, or `installation`. */
  project_id: string;
  /** 1, 2, 3 ... without gaps in each log. */
  seq: number;
  at: Date;
  actor: StoredActor;
  /** The beginning of the hash of the person's session; it leads to the row of its sign-in. */
  session?: string;
  via: AuditVia;
  action: AuditAction;
  subject: AuditSubject;
  release_id?: string;
  /** The item's revision after it. */
  revision?: number;
  /** Whether readers notice: the project's revision moved. */
  visible: boolean;
  /** Names of fields, never values. */
  changed?: string[];
  detail?: AuditDetail;
  request_id: string;
  /** Where the request came from, for as long as addresses are kept. */
  address?: string;
  /** On rows about access and settings alone. */
  heavy?: true;
}

/** The log of what belongs to no project: accounts, sign-ins. */
export const installationLog = 'installation';
