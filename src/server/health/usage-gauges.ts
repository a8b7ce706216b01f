import type { Clock, Metrics } from '../../core/util/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { readLimitShares } from '../../dashboard/index.ts';

/** Exposes the used share of usage limits, which is the same for every process. */
export function exposeUsageLimits(
  metrics: Metrics,
  { system, clock }: { system: SystemDb; clock: Clock },
): void {
  const help = 'The used share of each usage limit of a project, 1 if it is reached; at most 100 projects.';
  metrics.labeledGauge('galley_usage_limit_ratio', help, ['project', 'limit'], () =>
    readLimitShares(system, clock.now()),
  );
}
