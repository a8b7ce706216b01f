import type { SystemDb } from '../../core/mongo/index.ts';
import { openProjects } from './repository.ts';

/** The ids of projects that are unfinished copies since before a time. */
export async function findUnfinishedCopies(system: SystemDb, before: Date): Promise<string[]> {
  const copies = await openProjects(system)
    .find({ copying_since: { $lt: before } }, { projection: { _id: 1 } })
    .toArray();
  return copies.map(({ _id }) => _id);
}

/** The ids of hidden projects into which backups were restored for a test. */
export async function findRestoreTests(system: SystemDb): Promise<string[]> {
  const tests = await openProjects(system)
    .find({ restore_test: { $exists: true } }, { projection: { _id: 1 } })
    .toArray();
  return tests.map(({ _id }) => _id);
}
