import { limits } from '../../contract/limits.ts';
import { dayMs, hourMs } from '../../contract/time.ts';
import { projectLoop } from '../../core/jobs/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { notePrunedEvents } from '../project/pruned-events.ts';
import { newestBefore, removeBefore } from './repository.ts';

/**
 * Removes events after 30 days. Each project's row stores up to which revision its events were removed (specification:
 * changes). A project whose row cannot be updated keeps its events until it can.
 * @returns the number of events removed
 */
export async function pruneEvents(system: SystemDb, now: Date): Promise<number> {
  const before = new Date(now.getTime() - limits.changes_days * dayMs);
  const loop = projectLoop(system, 'events.forget', hourMs);
  const failedRows = await loop.runEach(
    await newestBefore(system, before),
    ({ _id }) => _id,
    async (newest, projectId) => {
      for (const { revision } of newest) await notePrunedEvents(system.project(projectId), revision);
    },
  );
  return removeBefore(
    system,
    before,
    failedRows.map(({ _id }) => _id),
  );
}
