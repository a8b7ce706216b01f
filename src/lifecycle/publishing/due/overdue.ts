import type { ScheduledKind } from '../../../core/context/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';
import { allTrashedReleaseIds } from '../../releases/repository.ts';

/** Returns the oldest date without its event over all kinds and projects; null if there is none. */
export async function oldestOverdue(
  system: SystemDb,
  kinds: readonly ScheduledKind[],
  now: Date,
): Promise<Date | null> {
  const except = { projectIds: [], releaseIds: await allTrashedReleaseIds(system) };
  const query = { until: now, limit: 1, after: null, except };
  const firstItems = await Promise.all(kinds.map((kind) => kind.findDue(system, query)));
  const dates = firstItems.flat().map(({ at }) => at.getTime());
  return dates.length === 0 ? null : new Date(Math.min(...dates));
}
