import type { UsageLimits } from '../../contract/usage.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { openProjects } from './repository.ts';

/** Lists projects with usage limits, at most `max`. */
export async function findUsageLimits(
  system: SystemDb,
  max: number,
): Promise<{ projectId: string; limits: UsageLimits }[]> {
  const options = { projection: { 'settings.usage_limits': 1 }, sort: { _id: 1 }, maxTimeMS: 2_000 } as const;
  const limitedProjects = await openProjects(system)
    .find({ 'settings.usage_limits': { $exists: true } }, options)
    .limit(max)
    .toArray();
  return limitedProjects.map(({ _id, settings }) => ({
    projectId: _id,
    limits: settings.usage_limits ?? {},
  }));
}
