import type { Lifecycle } from '../../core/http/index.ts';
import type { Metrics } from '../../core/util/index.ts';
import type { Health } from './health.ts';
import { readiness } from './pages.ts';

/** Shows what `/readyz` says as numbers, for alarms. */
export function exposeHealth(metrics: Metrics, health: Health, lifecycle: Pick<Lifecycle, 'state'>): void {
  metrics.gauge('galley_ready', 'Whether /readyz says that this process can serve.', async () =>
    (await readiness(health, lifecycle)).cannotServe ? 0 : 1,
  );
  metrics.gauges('galley_unwell', 'Whether a part is not well, as /readyz tells it.', 'part', async () => {
    const unwell = new Set((await health.unwell()).map(({ name }) => name));
    return Object.fromEntries(health.parts.map((part) => [part, unwell.has(part) ? 1 : 0]));
  });
}
