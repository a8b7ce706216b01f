import type { SystemDb } from '../../core/mongo/index.ts';
import { openProjects } from './repository.ts';
import type { ProjectRecord } from './schema.ts';

/** The ids of projects that are unfinished copies since before a time. */
export async function findUnfinishedCopies(system: SystemDb, before: Date): Promise<string[]> {
  const copies = await openProjects(system)
    .find({ copying_since: { $lt: before } }, { projection: { _id: 1 } })
    .toArray();
  return copies.map(({ _id }) => _id);
}

/** Maximum templates of a list. */
const templatesMax = 100;

/** Lists the id and name of complete projects that new ones can start with, by name. */
export function findTemplates(system: SystemDb): Promise<Pick<ProjectRecord, '_id' | 'name'>[]> {
  const options = { projection: { name: 1 }, sort: { name: 1 } } as const;
  return openProjects(system)
    .find({ is_template: true, copying_since: { $exists: false } }, options)
    .limit(templatesMax)
    .toArray();
}

/** The ids of hidden projects into which backups were restored for a test. */
export async function findRestoreTests(system: SystemDb): Promise<string[]> {
  const tests = await openProjects(system)
    .find({ restore_test: { $exists: true } }, { projection: { _id: 1 } })
    .toArray();
  return tests.map(({ _id }) => _id);
}
