import { oldestDueDelivery, openDeliveries } from '../../delivery/index.ts';
import { oldestUnfanned } from '../../projects/index.ts';
import type { Clock, Metrics } from '../../core/util/index.ts';
import type { ScheduledKind } from '../../core/context/index.ts';
import type { SystemDb } from '../../core/mongo/index.ts';
import { oldestOverdue } from '../../lifecycle/index.ts';

/** Exposes the queues in the database, which are the same for every process. Each read uses an index and a bound. */
export function exposeQueues(
  metrics: Metrics,
  { system, clock, kinds }: { system: SystemDb; clock: Clock; kinds: readonly ScheduledKind[] },
): void {
  const ageOf = (since: Date | null): number =>
    since === null ? 0 : Math.max(0, (clock.now().getTime() - since.getTime()) / 1000);

  metrics.gauges(
    'galley_deliveries',
    'Webhook deliveries that are not finished, counted to 10,000.',
    'state',
    () => openDeliveries(system),
  );
  metrics.gauge(
    'galley_delivery_queue_age_seconds',
    'For how long the oldest delivery has been due.',
    async () => ageOf(await oldestDueDelivery(system)),
  );
  metrics.gauge(
    'galley_watcher_lag_seconds',
    'For how long the oldest event waits for its deliveries to be made.',
    async () => ageOf(await oldestUnfanned(system)),
  );
  metrics.gauge(
    'galley_overdue_dates_seconds',
    'For how long the oldest publication date has come without being told.',
    async () => ageOf(await oldestOverdue(system, kinds, clock.now())),
  );
}
