import { dayMs } from '../../../contract/time.ts';
import type { ProjectDb, SystemDb } from '../../../core/mongo/index.ts';
import { auditSequences } from '../../project/audit-repository.ts';
import { newestTrim, rowsBetween } from '../repository.ts';
import { type AuditRecord, installationLog } from '../schema.ts';
import { RowDigest, type SealKey } from './digest.ts';
import { readHeads, rootsOf, sealsOf } from './repository.ts';
import type { SealRecord } from './schema.ts';

/** An error in a log, with the range of row numbers that it concerns. */
export interface AuditError {
  project: string;
  from: number;
  to: number;
  what: string;
}

/** The minimum of `AUDIT_DAYS`, so retention never removes younger rows. */
const retentionDaysMin = 30;
/** Rows of one query. */
const batchRows = 1_000;

/** A root that was stored outside of the database. */
export interface RootCopy {
  root: number;
  digest: string;
}

/**
 * Compares every log with its seals, the seals with the roots, and the roots with copies from outside of the database
 * (specification: audit-seals).
 */
export async function verifyAll(
  system: SystemDb,
  key: SealKey,
  outsideRoots: readonly RootCopy[] = [],
): Promise<AuditError[]> {
  const sequences = await newestNumbers(system);
  const errors: AuditError[] = [];
  const macs = new Map<string, Map<number, string>>();
  for (const [id, newest] of sequences) {
    const { errors: logErrors, macs: logMacs } = await verifyLog(system.project(id), key, newest);
    errors.push(...logErrors);
    macs.set(id, logMacs);
  }
  return [...errors, ...(await verifyRoots({ system, key, macs }, outsideRoots))];
}

/** The number of the newest row of each log, as counted by writes. */
async function newestNumbers(system: SystemDb): Promise<Map<string, number>> {
  const sequences = await auditSequences(system);
  const installationHead = (await readHeads(system)).find(({ _id }) => _id === installationLog);
  return sequences.set(installationLog, installationHead?.audit_seq ?? 0);
}

async function verifyLog(db: ProjectDb, key: SealKey, newest: number) {
  const errors: AuditError[] = [];
  const macs = new Map<number, string>();
  const addError = (from: number, to: number, what: string) =>
    errors.push({ project: db.projectId, from, to, what });
  const trim = await newestTrim(db);
  const isOwnTrim = trim !== null && isProven(trim, key);
  if (trim !== null && !isOwnTrim)
    addError(trim.seq, trim.seq, 'this service did not remove what the row says');
  const trimmedTo = isOwnTrim ? (trim.detail?.to ?? 0) : 0;
  let [previous, after] = ['', 0];
  for await (const seal of sealsOf(db)) {
    const { from, to, mac } = seal;
    if (from !== after + 1) addError(after + 1, from - 1, 'a seal is missing');
    const before = previous;
    if (!key.isOwn(mac, (each) => each.macOf(seal, before)))
      addError(from, to, 'the seal is not one that this service made');
    if (to > trimmedTo) await verifyRows(db, seal, addError);
    else if (trim !== null && trim.at.getTime() - seal.newest_at.getTime() < retentionDaysMin * dayMs)
      addError(from, to, 'rows were removed that retention would have kept');
    macs.set(to, mac);
    [previous, after] = [mac, to];
  }
  const unsealedNumbers = await rowNumbersAfter(db, after);
  const gap = firstGap(unsealedNumbers, after);
  if (gap !== null) addError(gap, Math.max(gap, newest), 'rows are missing');
  const lastNumber = unsealedNumbers.at(-1) ?? after;
  if (gap === null && lastNumber < newest) addError(lastNumber + 1, newest, 'rows are missing');
  const countedNumber =
    lastNumber <= newest ? newest : ((await newestNumbers(db.system)).get(db.projectId) ?? 0);
  if (lastNumber > countedNumber) addError(countedNumber + 1, lastNumber, 'no write stored these rows');
  return { errors, macs };
}

/** Whether retention wrote this row, not an attacker with access to the database only. */
function isProven({ project_id: log, at, detail }: AuditRecord, key: SealKey): boolean {
  const { to, proof } = detail ?? {};
  return to !== undefined && key.isOwn(proof, (each) => each.trimOf({ log, to, at }));
}

type Report = (from: number, to: number, what: string) => void;

async function verifyRows(db: ProjectDb, { from, to, digest }: SealRecord, addError: Report): Promise<void> {
  const rowDigest = new RowDigest();
  let expected = from;
  for (let after = from - 1; after < to;) {
    const auditRows = await rowsBetween(db, { after, limit: batchRows, to });
    for (const row of auditRows) {
      if (row.seq !== expected) addError(expected, row.seq - 1, 'rows are missing');
      rowDigest.add(row);
      expected = row.seq + 1;
    }
    const lastRow = auditRows.at(-1);
    if (lastRow === undefined) break;
    after = lastRow.seq;
  }
  if (expected <= to) return addError(expected, to, 'rows are missing');
  if (rowDigest.toString() !== digest)
    addError(from, to, 'rows are not what they were when they were sealed');
}

async function rowNumbersAfter(db: ProjectDb, after: number): Promise<number[]> {
  return (await rowsBetween(db, { after, limit: 100_000 })).map(({ seq }) => seq);
}

/** The first missing number before a later one; null if there is none. */
function firstGap(numbers: readonly number[], after: number): number | null {
  const at = numbers.findIndex((seq, i) => seq !== after + i + 1);
  return at === -1 ? null : after + at + 1;
}

interface RootParts {
  system: SystemDb;
  key: SealKey;
  /** The MACs of each log, by the number of the last row of the seal. */
  macs: ReadonlyMap<string, ReadonlyMap<number, string>>;
}

/** Roots belong to no project, so their errors are the installation's. */
async function verifyRoots(
  { system, key, macs }: RootParts,
  outsideRoots: readonly RootCopy[],
): Promise<AuditError[]> {
  const errors: AuditError[] = [];
  const addError = (project: string, number: number, what: string) =>
    errors.push({ project, from: number, to: number, what });
  const outside = new Map(outsideRoots.map(({ root, digest }) => [root, digest]));
  let [previous, expected] = ['', 1];
  for await (const root of rootsOf(system)) {
    const { _id, digest, seals } = root;
    if (_id !== expected) addError(installationLog, expected, `root ${expected} is missing`);
    const before = previous;
    if (!key.isOwn(digest, (each) => each.rootOf(root, before)))
      addError(installationLog, _id, `root ${_id} was altered`);
    const outsideDigest = outside.get(_id);
    if (outsideDigest !== undefined && outsideDigest !== digest)
      addError(installationLog, _id, `root ${_id} is not the one that was kept`);
    outside.delete(_id);
    for (const { log, to, mac } of seals) {
      const logMacs = macs.get(log);
      if (logMacs !== undefined && logMacs.get(to) !== mac)
        addError(log, to, 'a seal is missing, or not the one that was chained');
    }
    [previous, expected] = [digest, _id + 1];
  }
  for (const root of outside.keys())
    addError(installationLog, root, `root ${root}, which was kept, is missing`);
  return errors;
}
