import { jobActor } from '../../contract/actor.ts';
import type { AuditDetail, AuditEntry } from '../../contract/audit-actions.ts';
import { dayMs } from '../../contract/time.ts';
import { writerOf } from '../../events/service.ts';
import type { ProjectDb, SystemDb } from '../../platform/mongo/handle.ts';
import { transact } from '../../platform/transact.ts';
import { auditSequences } from '../../projects/service.ts';
import { clearAddressesBelow, removeRowsUpTo, seqAt } from '../repository.ts';
import { installationLog } from '../schema.ts';
import { transactSystem } from '../system-writes.ts';
import type { SealKey } from './digest.ts';
import { changeHead, readHead, sealsOf } from './repository.ts';

interface RetentionParts {
  system: SystemDb;
  now: Date;
}

interface TrimmingParts extends RetentionParts {
  sealKey: SealKey;
}

const actor = jobActor('audit.trim');

/**
 * Removes the rows of whole seals whose newest row is older than so many days, from the oldest on. The seals stay, and a row
 * says up to which number the log was trimmed (specification: audit-seals).
 */
export async function trimAll({ system, now, sealKey }: TrimmingParts, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * dayMs);
  for (const id of [...(await auditSequences(system)).keys(), installationLog]) {
    const db = system.project(id);
    const to = await trimmable(db, before);
    if (to === null) continue;
    const removed = await removeRowsUpTo(db, to);
    if (removed > 0) await noteTrim(db, now, { to, proof: sealKey.trimOf({ log: id, to, at: now }) });
  }
}

/** The number up to which rows may go, or null. */
async function trimmable(db: ProjectDb, before: Date): Promise<number | null> {
  let to: number | null = null;
  for await (const seal of sealsOf(db)) {
    if (seal.newest_at >= before) break;
    ({ to } = seal);
  }
  return to;
}

async function noteTrim(db: ProjectDb, now: Date, detail: AuditDetail): Promise<void> {
  const audit: AuditEntry = {
    action: 'log.trimmed',
    subject: { kind: 'log', id: db.projectId },
    detail,
  };
  if (db.projectId === installationLog)
    await transactSystem(db.system, { now, actor }, async (inside) => inside.stored(audit));
  else await transact(writerOf(db, { now, actor }), async (inside) => inside.stored(audit));
}

/** Clears the addresses of rows that are older than so many days, in place; no seal is over them. */
export async function clearAddresses({ system, now }: RetentionParts, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * dayMs);
  for (const id of [...(await auditSequences(system)).keys(), installationLog]) {
    const db = system.project(id);
    const from = (await readHead(db))?.cleared_to ?? 0;
    const to = (await seqAt(db, before)) - 1;
    if (to <= from) continue;
    await clearAddressesBelow(db, { from, to });
    await changeHead(db, { cleared_to: to });
  }
}
