import { jobActor } from '../../../contract/events/actor.ts';
import type { AuditDetail, AuditEntry } from '../../../contract/events/audit-actions.ts';
import { dayMs, hourMs } from '../../../contract/time.ts';
import { writerOf, writeProject } from '../../write/transaction.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import { auditSequences } from '../../project/audit-repository.ts';
import { clearAddressesBelow, removeRowsUpTo, seqAt } from '../repository.ts';
import { installationLog } from '../schema.ts';
import { writeSystem } from '../system-writes.ts';
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
 * Removes the rows of complete seals whose newest row is older than `days`, oldest first. The seals stay, and a new row
 * contains the number up to which rows were removed (specification: audit-seals).
 */
export async function trimAll({ system, now, sealKey }: TrimmingParts, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * dayMs);
  await eachLog(system, 'audit.trim', async (db) => {
    const to = await lastTrimmable(db, before);
    if (to === null) return;
    const removedCount = await removeRowsUpTo(db, to);
    const proof = sealKey.trimOf({ log: db.projectId, to, at: now });
    if (removedCount > 0) await recordTrim(db, now, { to, proof });
  });
}

/** Runs `work` for the log of each project and of the installation. A failure doesn't stop the others. */
async function eachLog(system: SystemDb, job: string, work: (db: ProjectDb) => Promise<void>): Promise<void> {
  const ids = [...(await auditSequences(system)).keys(), installationLog];
  await projectLoop(system, job, hourMs).runEach(
    ids,
    (id) => id,
    (_, id) => work(system.project(id)),
  );
}

/** The number up to which rows can be removed, or null. */
async function lastTrimmable(db: ProjectDb, before: Date): Promise<number | null> {
  let to: number | null = null;
  for await (const seal of sealsOf(db)) {
    if (seal.newest_at >= before) break;
    ({ to } = seal);
  }
  return to;
}

async function recordTrim(db: ProjectDb, now: Date, detail: AuditDetail): Promise<void> {
  const audit: AuditEntry = {
    action: 'log.trimmed',
    subject: { kind: 'log', id: db.projectId },
    detail,
  };
  if (db.projectId === installationLog)
    await writeSystem(db.system, { now, actor }, async (tx) => tx.stored(audit));
  else await writeProject(writerOf(db, { now, actor }), async (tx) => tx.stored(audit));
}

/** Clears the addresses of rows that are older than `days`. Seals don't cover addresses. */
export async function clearAddresses({ system, now }: RetentionParts, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * dayMs);
  await eachLog(system, 'audit.addresses', async (db) => {
    const from = (await readHead(db))?.cleared_to ?? 0;
    const to = (await seqAt(db, before)) - 1;
    if (to <= from) return;
    await clearAddressesBelow(db, { from, to });
    await changeHead(db, { cleared_to: to });
  });
}
