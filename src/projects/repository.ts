import type { Collection } from 'mongodb';
import type { ChangeModule } from '../contract/events.ts';
import { systemCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { allRows } from '../platform/mongo/unscoped.ts';
import type { ProjectRecord } from './schema.ts';

export const projects = systemCollection<ProjectRecord>('projects', []);

function open(system: SystemDb): Collection<ProjectRecord> {
  return allRows(system, projects);
}

export async function insertProject(db: ProjectDb, record: ProjectRecord): Promise<void> {
  await open(db.system).insertOne(record, db.session === null ? {} : { session: db.session });
}

export function findProject(db: ProjectDb): Promise<ProjectRecord | null> {
  return open(db.system).findOne({ _id: db.projectId }, db.session === null ? {} : { session: db.session });
}

export function listProjects(system: SystemDb): Promise<ProjectRecord[]> {
  return open(system)
    .find({}, { sort: { _id: 1 } })
    .toArray();
}

/** The last statement of every transaction: counts the write and, where readers see a difference, moves the revision. */
export async function countWrite(
  db: ProjectDb,
  now: Date,
  modules: ReadonlySet<ChangeModule>,
): Promise<void> {
  const seen = modules.size > 0;
  const increments = Object.fromEntries([...modules].map((name) => [`modules.${name}.version`, 1]));
  const dates = Object.fromEntries([...modules].map((name) => [`modules.${name}.changed_at`, now]));
  await open(db.system).updateOne(
    { _id: db.projectId },
    {
      $inc: { write_seq: 1, ...(seen ? { revision: 1 } : {}), ...increments },
      ...(seen ? { $set: { changed_at: now, ...dates } } : {}),
    },
    db.session === null ? {} : { session: db.session },
  );
}

export async function setDefaultRelease(db: ProjectDb, releaseId: string): Promise<void> {
  await open(db.system).updateOne(
    { _id: db.projectId },
    { $set: { default_release_id: releaseId } },
    db.session === null ? {} : { session: db.session },
  );
}
