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

export function findProjects(system: SystemDb, ids: readonly string[]): Promise<ProjectRecord[]> {
  return open(system)
    .find({ _id: { $in: [...ids] } }, { sort: { _id: 1 } })
    .toArray();
}

export function listProjects(system: SystemDb): Promise<ProjectRecord[]> {
  return open(system)
    .find({}, { sort: { _id: 1 } })
    .toArray();
}

export async function defaultReleaseOf(db: ProjectDb): Promise<string> {
  const found = await findProject(db);
  if (found === null) throw new Error(`project ${db.projectId} is gone`);
  return found.default_release_id;
}

export interface CountedWrite {
  now: Date;
  /** The parts in which readers see a difference. */
  modules: ReadonlySet<ChangeModule>;
  newDefault: string | null;
}

/** The last statement of every transaction: counts the write and, where readers see a difference, moves the revision. */
export async function countWrite(db: ProjectDb, { now, modules, newDefault }: CountedWrite): Promise<void> {
  const seen = modules.size > 0;
  const increments = Object.fromEntries([...modules].map((name) => [`modules.${name}.version`, 1]));
  const set = {
    ...(seen ? { changed_at: now } : {}),
    ...Object.fromEntries([...modules].map((name) => [`modules.${name}.changed_at`, now])),
    ...(newDefault === null ? {} : { default_release_id: newDefault }),
  };
  await open(db.system).updateOne(
    { _id: db.projectId },
    {
      $inc: { write_seq: 1, ...(seen ? { revision: 1 } : {}), ...increments },
      ...(Object.keys(set).length > 0 ? { $set: set } : {}),
    },
    db.session === null ? {} : { session: db.session },
  );
}
