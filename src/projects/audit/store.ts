import type { Actor } from '../../contract/events/actor.ts';
import { auditBounds, type AuditEntry, isHeavy } from '../../contract/events/audit-actions.ts';
import { newId } from '../../contract/ids.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import type { Origin } from '../../core/util/index.ts';
import { withCodesInDetails } from './locale-codes.ts';
import { countInstallationRows, insertAudit } from './repository.ts';
import { type AuditRecord, installationLog } from './schema.ts';

/** Characters of a session's hash in rows: enough to find its sign-in, too few to use the session. */
const sessionChars = 16;

/** The actor of a row, its time and its origin. */
export interface AuditWriter {
  readonly now: Date;
  readonly actor: Actor;
  readonly origin: Origin;
}

/** Stores the audit rows of one transaction, as its last inserts. `lastSeq` is the newest number before them. */
export async function storeAudit(
  db: ProjectDb,
  entries: readonly AuditEntry[],
  { writer, lastSeq, visible }: { writer: AuditWriter; lastSeq: number; visible: boolean },
): Promise<void> {
  const common = commonFields(writer);
  const codedEntries = await withCodesInDetails(db, entries);
  return insertAudit(
    db,
    codedEntries.map((entry, i) => ({
      _id: newId('audit', writer.now),
      project_id: db.projectId,
      seq: lastSeq + i + 1,
      ...common,
      ...entryFields(entry),
      visible,
    })),
  );
}

/** Stores rows in the installation's log, inside the transaction of the change. */
export async function storeInstallationAudit(
  system: SystemDb,
  entries: readonly AuditEntry[],
  writer: AuditWriter,
): Promise<void> {
  const lastSeq = await countInstallationRows(system, entries.length);
  await storeAudit(system.project(installationLog), entries, { writer, lastSeq, visible: false });
}

function commonFields({ now, actor, origin }: AuditWriter) {
  const { session, address } = origin;
  return {
    at: now,
    actor: { kind: actor.kind, id: actor.id },
    ...(session === undefined ? {} : { session: session.slice(0, sessionChars) }),
    via: origin.via,
    request_id: origin.requestId,
    ...(address === undefined ? {} : { address }),
  };
}

type EntryFields = Pick<
  AuditRecord,
  'action' | 'subject' | 'release_id' | 'revision' | 'changed' | 'detail' | 'heavy'
>;

function entryFields({
  action,
  subject,
  releaseId,
  revision,
  changed = [],
  detail,
}: AuditEntry): EntryFields {
  const { title, ...subjectFields } = subject;
  return {
    action,
    subject:
      title === undefined || title === ''
        ? subjectFields
        : { ...subjectFields, title: title.slice(0, auditBounds.title) },
    ...(releaseId === undefined ? {} : { release_id: releaseId }),
    ...(revision === undefined ? {} : { revision }),
    ...(changed.length === 0 ? {} : { changed: changed.slice(0, auditBounds.changed) }),
    ...(detail === undefined ? {} : { detail }),
    ...(isHeavy(action) ? { heavy: true } : {}),
  };
}
