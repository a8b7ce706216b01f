import type { UsageLimits } from '../../contract/usage.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { findProject, findUsageLimits } from '../../projects/index.ts';
import { daysOf, firstDay, monthsOf, newestMeasured, startOfMonth, usedOf, warningsOf } from './figures.ts';
import { readDays, readDaysOf } from './repository.ts';
import type { ProjectUsage, UsageDayRecord, UsageWarning } from './schema.ts';

/** Returns what a project uses, with what this and other processes counted up to some seconds ago. */
export async function readProjectUsage({ db, now }: { db: ProjectDb; now: Date }): Promise<ProjectUsage> {
  const [project, days] = await Promise.all([findProject(db), readDays(db, firstDay(now))]);
  const limits = project?.settings.usage_limits ?? {};
  return {
    days: daysOf(days, now),
    months: monthsOf(days, now),
    storage: serializeSize(newestMeasured(days)),
    limits: {
      storage_bytes: limits.storage_bytes ?? null,
      requests_per_month: limits.requests_per_month ?? null,
    },
    warnings: warningsOf(limits, days, now),
  };
}

function serializeSize(day: UsageDayRecord | undefined): ProjectUsage['storage'] {
  if (day?.storage === undefined) return null;
  const { measured_at, collections = [], ...size } = day.storage;
  return {
    ...size,
    measured_at: measured_at.toISOString(),
    total_bytes: size.database_bytes + size.file_bytes,
    collections,
  };
}

/** Returns the limits that a project reached to 80 % or more. Reads nothing for a project without limits. */
export async function readWarnings(
  db: ProjectDb,
  limits: UsageLimits | undefined,
  now: Date,
): Promise<UsageWarning[]> {
  if (limits === undefined) return [];
  return warningsOf(limits, await readDaysOf(db.system, [db.projectId], startOfMonth(now)), now);
}

/** Projects with limits that the metrics name, so that the number of series is bounded. */
const namedProjectsMax = 100;

/** Returns the used share of each limit, of at most 100 projects. */
export async function readLimitShares(
  system: SystemDb,
  now: Date,
): Promise<{ labels: { project: string; limit: string }; value: number }[]> {
  const limitedProjects = await findUsageLimits(system, namedProjectsMax);
  if (limitedProjects.length === 0) return [];
  const ids = limitedProjects.map(({ projectId }) => projectId);
  const days = await readDaysOf(system, ids, startOfMonth(now));
  return limitedProjects.flatMap(({ projectId, limits }) => {
    const own = days.filter((day) => day.project_id === projectId);
    return usedOf(limits, own, now).map(({ limit, used, max }) => ({
      labels: { project: projectId, limit },
      value: used / max,
    }));
  });
}
