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

/** Rows under one seal; a log with more new ones gets several. */
const sealRows = 10_000;

export interface SealingParts {
  system: SystemDb;
  clock: Clock;
  log: Log;
  sealKey: SealKey;
}

/**
 * Seals the new rows of every log and chains what was sealed under one root, whose digest stands in a line of the
 * service's log (specification: audit-seals). Two processes may do it at once: the later one of a stretch stores nothing.
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

/** Seals what comes next in a log; null where another process did, or nothing can be sealed. */
async function sealNext(
  { system, clock, log, sealKey }: SealingParts,
  db: ProjectDb,
  head: SealHead | null,
): Promise<SealRecord | null> {
  const after = head?.sealed_to ?? 0;
  const found = await inSnapshot(system, null, (session) =>
    rowsBetween(db.within(session), { after, limit: sealRows }),
  );
  const last = found.at(-1);
  if (last === undefined) {
    log.error(
      { log: db.projectId, after },
      'rows of the audit log are missing; galley audit verify says which',
    );
    return null;
  }
  const digest = new RowDigest();
  for (const row of found) digest.add(row);
  if (found.length !== last.seq - after)
    log.error(
      { log: db.projectId, after },
      'rows of the audit log are missing; galley audit verify says which',
    );
  const stretch = { project_id: db.projectId, from: after + 1, to: last.seq, digest: digest.toString() };
  const dates = { sealed_at: clock.now(), newest_at: last.at };
  const mac = sealKey.macOf({ ...stretch, ...dates }, head?.mac ?? '');
  const seal: SealRecord = { _id: `${db.projectId}/${after + 1}`, ...stretch, mac, ...dates };
  const isStored = await inTransaction(system, { dryRun: false }, async (session) => {
    const tx = db.within(session);
    if (((await readHead(tx))?.sealed_to ?? 0) !== after) return false;
    await insertSeal(tx, seal);
    await changeHead(tx, { sealed_to: seal.to, mac, newest_at: last.at });
    return true;
  });
  return isStored ? seal : null;
}

/** Chains the seals of one round to all before them. */
async function chain(parts: SealingParts, seals: RootRecord['seals']): Promise<void> {
  const { system, clock, log, sealKey } = parts;
  const former = await newestRoot(system);
  const made = { _id: (former?._id ?? 0) + 1, at: clock.now(), seals };
  const root: RootRecord = { ...made, digest: sealKey.rootOf(made, former?.digest ?? '') };
  try {
    await insertRoot(system, root);
  } catch (error) {
    if (isDuplicateKey(error)) return chain(parts, seals);
    throw error;
  }
  log.info({ root: root._id, digest: root.digest }, 'audit root');
}
