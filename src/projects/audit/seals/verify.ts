import { dayMs } from '../../../contract/time.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import { auditSequences } from '../../project/audit-repository.ts';
import { newestTrim, rowsBetween } from '../repository.ts';
import { type AuditRecord, installationLog } from '../schema.ts';
import { RowDigest, type SealKey } from './digest.ts';
import { readHeads, rootsOf, sealsOf } from './repository.ts';
import type { SealRecord } from './schema.ts';

/** What is wrong with a log, between two numbers of it. */
export interface AuditFault {
  project: string;
  from: number;
  to: number;
  what: string;
}

/** Rows are kept for so many days at least, whatever `AUDIT_DAYS` says: younger ones were not removed by retention. */
const keptDaysMin = 30;
/** Rows that are read at once. */
const batchRows = 1_000;

/** A root as it was kept outside of the database. */
export interface KeptRoot {
  root: number;
  digest: string;
}

/**
 * Compares every log with its seals, the seals with each other and with the roots, and these with those that were kept
 * elsewhere (specification: audit-seals).
 */
export async function verifyAll(
  system: SystemDb,
  key: SealKey,
  kept: readonly KeptRoot[] = [],
): Promise<AuditFault[]> {
  const sequences = await countedRows(system);
  const faults: AuditFault[] = [];
  const macs = new Map<string, Map<number, string>>();
  for (const [id, newest] of sequences) {
    const { faults: found, macs: sealed } = await verifyLog(system.project(id), key, newest);
    faults.push(...found);
    macs.set(id, sealed);
  }
  return [...faults, ...(await verifyRoots({ system, key, macs }, kept))];
}

/** The number of the newest row of each log, as its writes count them. */
async function countedRows(system: SystemDb): Promise<Map<string, number>> {
  const sequences = await auditSequences(system);
  const ofInstallation = (await readHeads(system)).find(({ _id }) => _id === installationLog);
  return sequences.set(installationLog, ofInstallation?.audit_seq ?? 0);
}

async function verifyLog(db: ProjectDb, key: SealKey, newest: number) {
  const faults: AuditFault[] = [];
  const macs = new Map<number, string>();
  const fault = (from: number, to: number, what: string) =>
    faults.push({ project: db.projectId, from, to, what });
  const trim = await newestTrim(db);
  const isOurs = trim !== null && isProven(trim, key);
  if (trim !== null && !isOurs) fault(trim.seq, trim.seq, 'this service did not remove what the row says');
  const trimmedTo = isOurs ? (trim.detail?.to ?? 0) : 0;
  let [former, after] = ['', 0];
  for await (const seal of sealsOf(db)) {
    const { from, to, mac } = seal;
    if (from !== after + 1) fault(after + 1, from - 1, 'a seal is missing');
    if (mac !== key.macOf(seal, former)) fault(from, to, 'the seal is not one that this service made');
    if (to > trimmedTo) await verifyRows(db, seal, fault);
    else if (trim !== null && trim.at.getTime() - seal.newest_at.getTime() < keptDaysMin * dayMs)
      fault(from, to, 'rows were removed that retention would have kept');
    macs.set(to, mac);
    [former, after] = [mac, to];
  }
  const open = await numbersAfter(db, after);
  const gap = firstGap(open, after);
  if (gap !== null) fault(gap, Math.max(gap, newest), 'rows are missing');
  const last = open.at(-1) ?? after;
  if (gap === null && last < newest) fault(last + 1, newest, 'rows are missing');
  const counted = last <= newest ? newest : ((await countedRows(db.system)).get(db.projectId) ?? 0);
  if (last > counted) fault(counted + 1, last, 'no write stored these rows');
  return { faults, macs };
}

/** Whether retention wrote this row, and no attacker who has the database alone. */
function isProven({ project_id: log, at, detail }: AuditRecord, key: SealKey): boolean {
  const { to, proof } = detail ?? {};
  return to !== undefined && proof === key.trimOf({ log, to, at });
}

type Report = (from: number, to: number, what: string) => void;

async function verifyRows(db: ProjectDb, { from, to, digest }: SealRecord, fault: Report): Promise<void> {
  const made = new RowDigest();
  let expected = from;
  for (let after = from - 1; after < to;) {
    const found = await rowsBetween(db, { after, limit: batchRows, to });
    for (const row of found) {
      if (row.seq !== expected) fault(expected, row.seq - 1, 'rows are missing');
      made.add(row);
      expected = row.seq + 1;
    }
    const last = found.at(-1);
    if (last === undefined) break;
    after = last.seq;
  }
  if (expected <= to) return fault(expected, to, 'rows are missing');
  if (made.toString() !== digest) fault(from, to, 'rows are not what they were when they were sealed');
}

async function numbersAfter(db: ProjectDb, after: number): Promise<number[]> {
  return (await rowsBetween(db, { after, limit: 100_000 })).map(({ seq }) => seq);
}

/** The first number that is missing, where there are later ones. */
function firstGap(numbers: readonly number[], after: number): number | null {
  const at = numbers.findIndex((seq, i) => seq !== after + i + 1);
  return at === -1 ? null : after + at + 1;
}

interface RootParts {
  system: SystemDb;
  key: SealKey;
  /** The seals of each log, by the number of their last row. */
  macs: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/** Roots belong to no project: their faults are the installation's. */
async function verifyRoots(
  { system, key, macs }: RootParts,
  kept: readonly KeptRoot[],
): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  const fault = (project: string, number: number, what: string) =>
    faults.push({ project, from: number, to: number, what });
  const outside = new Map(kept.map(({ root, digest }) => [root, digest]));
  let [former, expected] = ['', 1];
  for await (const root of rootsOf(system)) {
    const { _id, digest, seals } = root;
    if (_id !== expected) fault(installationLog, expected, `root ${expected} is missing`);
    if (digest !== key.rootOf(root, former)) fault(installationLog, _id, `root ${_id} was altered`);
    const known = outside.get(_id);
    if (known !== undefined && known !== digest)
      fault(installationLog, _id, `root ${_id} is not the one that was kept`);
    outside.delete(_id);
    for (const { log, to, mac } of seals) {
      const of = macs.get(log);
      if (of !== undefined && of.get(to) !== mac)
        fault(log, to, 'a seal is missing, or not the one that was chained');
    }
    [former, expected] = [digest, _id + 1];
  }
  for (const root of outside.keys()) fault(installationLog, root, `root ${root}, which was kept, is missing`);
  return faults;
}
