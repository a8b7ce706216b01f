import { projectCollection } from '../platform/mongo/collection.ts';
import type { ProjectDb } from '../platform/mongo/handle.ts';
import { rows } from '../platform/mongo/scoped.ts';
import type { ReleaseRecord } from './schema.ts';

export const releases = projectCollection<ReleaseRecord>('releases', [{ key: { project_id: 1, _id: 1 } }]);

export function findRelease(db: ProjectDb, id: string): Promise<ReleaseRecord | null> {
  return rows(db, releases).findOne({ _id: id });
}

export function insertRelease(db: ProjectDb, record: ReleaseRecord): Promise<void> {
  return rows(db, releases).insertOne(record);
}
