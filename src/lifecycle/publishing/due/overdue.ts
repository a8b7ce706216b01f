import type { ScheduledKind } from '../../../core/context/index.ts';
import type { SystemDb } from '../../../core/mongo/index.ts';

/** The oldest date that has come and was not told yet, over all kinds and projects; null when none waits. */
export async function oldestOverdue(
  system: SystemDb,
  kinds: readonly ScheduledKind[],
  now: Date,
): Promise<Date | null> {
  const query = { until: now, limit: 1, after: null, except: { projectIds: [], releaseIds: [] } };
  const firsts = await Promise.all(kinds.map((kind) => kind.findDue(system, query)));
  const dates = firsts.flat().map(({ at }) => at.getTime());
  return dates.length === 0 ? null : new Date(Math.min(...dates));
}
