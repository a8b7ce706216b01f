import {
  projectCollection,
  type ProjectDb,
  readingIn,
  systemCollection,
  type SystemDb,
} from '../../../core/mongo/index.ts';
import { rows } from '../../../core/mongo/scope/scoped.ts';
import { sessionOptions, unscopedRows } from '../../../core/mongo/scope/unscoped.ts';
import { auditHeads } from '../repository.ts';
import type { RootRecord, SealHead, SealRecord } from './schema.ts';

export const auditSeals = projectCollection<SealRecord>('audit_seals', [{ key: { project_id: 1, from: 1 } }]);

export const auditRoots = systemCollection<RootRecord>('audit_roots', []);

/** The seal position of each log. */
export function readHeads(system: SystemDb): Promise<SealHead[]> {
  return unscopedRows(system, auditHeads).find({}).toArray();
}

export function readHead({ system, projectId, session }: ProjectDb): Promise<SealHead | null> {
  return unscopedRows(system, auditHeads).findOne({ _id: projectId }, readingIn(session));
}

/** Rows of a log that were stored until this time are sealed; null if none is. */
export async function sealedUntil(db: ProjectDb): Promise<Date | null> {
  return (await readHead(db))?.newest_at ?? null;
}

/** Updates the seal position of a log, as part of the handle's transaction if it has one. */
export async function changeHead(
  { system, projectId, session }: ProjectDb,
  set: Partial<Omit<SealHead, '_id' | 'audit_seq'>>,
): Promise<void> {
  const options = { upsert: true, ...(session === null ? {} : { session }) };
  await unscopedRows(system, auditHeads).updateOne({ _id: projectId }, { $set: set }, options);
}

export async function deleteHead({ system, projectId }: ProjectDb): Promise<void> {
  await unscopedRows(system, auditHeads).deleteOne({ _id: projectId });
}

export function insertSeal(db: ProjectDb, seal: SealRecord): Promise<void> {
  return rows(db, auditSeals).insertOne(seal);
}

/** All seals of a log, oldest first. */
export function sealsOf(db: ProjectDb): AsyncIterable<SealRecord> {
  return rows(db, auditSeals).stream({}, { sort: { from: 1 } });
}

export async function newestRoot(system: SystemDb): Promise<RootRecord | null> {
  return unscopedRows(system, auditRoots).findOne({}, { sort: { _id: -1 }, ...sessionOptions(system) });
}

export async function insertRoot(system: SystemDb, root: RootRecord): Promise<void> {
  await unscopedRows(system, auditRoots).insertOne(root, sessionOptions(system));
}

/** All roots, oldest first. */
export function rootsOf(system: SystemDb): AsyncIterable<RootRecord> {
  return unscopedRows(system, auditRoots).find({}, { sort: { _id: 1 } });
}
