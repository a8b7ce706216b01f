import { minuteMs } from '../../../contract/time.ts';
import {
  inSnapshot,
  inTransaction,
  isDuplicateKey,
  type ProjectDb,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import { projectLoop } from '../../../core/jobs/index.ts';
import type { Clock } from '../../../core/util/index.ts';
import type { Log } from '../../../core/http/index.ts';
import { auditSequences } from '../../project/audit-repository.ts';
import { rowsBetween } from '../repository.ts';
import { installationLog } from '../schema.ts';
import { RowDigest, type SealKey } from './digest.ts';
import { changeHead, insertRoot, insertSeal, newestRoot, readHead, readHeads } from './repository.ts';
import type { RootRecord, SealHead, SealRecord } from './schema.ts';

/** Rows in one seal. A log with more new rows gets several seals. */
const sealRows = 10_000;

export interface SealingParts {
  system: SystemDb;
  clock: Clock;
  log: Log;
  sealKey: SealKey;
}

/**
 * Seals the new rows of every log, chains the seals under one root, and logs its digest (specification: audit-seals).
 * Two processes may run it at once: the later one stores nothing for a range that is sealed already.
 */
export async function sealAll(parts: SealingParts): Promise<void> {
  const { system } = parts;
  const heads = new Map((await readHeads(system)).map((head) => [head._id, head]));
  const sequences = await auditSequences(system);
  sequences.set(installationLog, heads.get(installationLog)?.audit_seq ?? 0);
  const sealed: RootRecord['seals'] = [];
  const loop = projectLoop(system, 'audit.seal', minuteMs);
  await loop.runEach(
    sequences.keys(),
    (id) => id,
    async (_, id) => {
      let head = heads.get(id) ?? null;
      while ((sequences.get(id) ?? 0) > (head?.sealed_to ?? 0)) {
        const seal = await sealNext(parts, system.project(id), head);
        if (seal === null) return;
        sealed.push({ log: id, to: seal.to, mac: seal.mac });
        head = { ...head, _id: id, sealed_to: seal.to, mac: seal.mac };
      }
    },
  );
  if (sealed.length > 0) await chain(parts, sealed);
}

/** Seals the next rows of a log; null if another process sealed them or rows are missing. */
async function sealNext(
  { system, clock, log, sealKey }: SealingParts,
  db: ProjectDb,
  head: SealHead | null,
): Promise<SealRecord | null> {
  const after = head?.sealed_to ?? 0;
  const auditRows = await inSnapshot(system, null, (session) =>
    rowsBetween(db.within(session), { after, limit: sealRows }),
  );
  const lastRow = auditRows.at(-1);
  if (lastRow === undefined) {
    log.error(
      { log: db.projectId, after },
      'rows of the audit log are missing; galley audit verify says which',
    );
    return null;
  }
  const digest = new RowDigest();
  for (const row of auditRows) digest.add(row);
  if (auditRows.length !== lastRow.seq - after)
    log.error(
      { log: db.projectId, after },
      'rows of the audit log are missing; galley audit verify says which',
    );
  const range = { project_id: db.projectId, from: after + 1, to: lastRow.seq, digest: digest.toString() };
  const dates = { sealed_at: clock.now(), newest_at: lastRow.at };
  const mac = sealKey.macOf({ ...range, ...dates }, head?.mac ?? '');
  const seal: SealRecord = { _id: `${db.projectId}/${after + 1}`, ...range, mac, ...dates };
  const isStored = await inTransaction(system, { dryRun: false }, async (session) => {
    const tx = db.within(session);
    if (((await readHead(tx))?.sealed_to ?? 0) !== after) return false;
    await insertSeal(tx, seal);
    await changeHead(tx, { sealed_to: seal.to, mac, newest_at: lastRow.at });
    return true;
  });
  return isStored ? seal : null;
}

/** Chains the seals of one run to all earlier ones. */
async function chain(parts: SealingParts, seals: RootRecord['seals']): Promise<void> {
  const { system, clock, log, sealKey } = parts;
  const previous = await newestRoot(system);
  const newRoot = { _id: (previous?._id ?? 0) + 1, at: clock.now(), seals };
  const root: RootRecord = { ...newRoot, digest: sealKey.rootOf(newRoot, previous?.digest ?? '') };
  try {
    await insertRoot(system, root);
  } catch (error) {
    if (isDuplicateKey(error)) return chain(parts, seals);
    throw error;
  }
  log.info({ root: root._id, digest: root.digest }, 'audit root');
}
