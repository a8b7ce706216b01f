import type { Middleware } from 'koa';
import { watcherLease } from '../../projects/index.ts';
import type { Lifecycle } from '../../core/http/index.ts';
import { type Metrics, serviceCommit, serviceVersion } from '../../core/util/index.ts';
import { isLeaseHeld, ping, type SystemDb } from '../../core/mongo/index.ts';
import { Health, type HealthCheck, type HealthFinding } from './health.ts';

/** Checks the database. Without it nothing can be served. */
function databaseHealth(system: SystemDb): HealthCheck {
  const unavailable = { problem: 'the database does not answer', fatal: true };
  return {
    name: 'database',
    late: unavailable,
    async run() {
      try {
        await ping(system, 2_000);
        return null;
      } catch {
        return unavailable;
      }
    },
  };
}

/** Checks whether a process follows the change stream. Without one, events wait. */
function watcherHealth(system: SystemDb): HealthCheck {
  return {
    name: 'watcher',
    async run() {
      const isHeld = await isLeaseHeld(system, watcherLease).catch(() => false);
      return isHeld ? null : { problem: 'no process holds the lease of the change stream', fatal: false };
    },
  };
}

/** Replaces the sentence about a part, which can name endpoints, buckets and keys. */
const hiddenProblem = 'it fails; the log contains the reason';

/** The health of a process: database, storage, events, and its own work. */
export function healthOf(system: SystemDb, storage: HealthCheck, others: readonly HealthCheck[]): Health {
  return new Health([databaseHealth(system), storage, watcherHealth(system), ...others]);
}

/** What the pages show. */
interface OperatorPageParts {
  health: Health;
  lifecycle: Pick<Lifecycle, 'state'>;
  metrics: Metrics;
}

interface OperatorPageSettings {
  readonly PORT: number;
  readonly OPS_PORT?: number;
  readonly OPS_DETAILS: 'on' | 'off';
}

/**
 * `/healthz`, `/readyz` and `/metrics`. Without details, `/readyz` shows the status and the names of failing parts, and
 * `/metrics` is 404: where a request comes from doesn't matter, because a proxy on the same machine can pass on anyone's.
 */
export function operatorPages(
  { health, lifecycle, metrics }: OperatorPageParts,
  { PORT, OPS_PORT = PORT, OPS_DETAILS }: OperatorPageSettings,
): readonly Middleware[] {
  const hasDetails = OPS_PORT !== PORT || OPS_DETAILS === 'on';
  return [healthPages(health, lifecycle, hasDetails), ...(hasDetails ? [metricsPage(metrics)] : [])];
}

/** The failing parts, and whether the process can't serve because of them. */
export async function readiness(
  health: Health,
  lifecycle: Pick<Lifecycle, 'state'>,
): Promise<{ unwell: HealthFinding[]; cannotServe: boolean }> {
  const unwell = await health.unwell();
  return { unwell, cannotServe: lifecycle.state !== 'serving' || unwell.some((part) => part.fatal) };
}

/**
 * `/healthz`: the process runs. `/readyz`: it can serve its role, although some parts may fail (specification:
 * operations).
 */
function healthPages(health: Health, lifecycle: Pick<Lifecycle, 'state'>, hasDetails: boolean): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok', version: serviceVersion, commit: serviceCommit };
    } else if (ctx.path === '/readyz') {
      const { unwell, cannotServe } = await readiness(health, lifecycle);
      ctx.status = cannotServe ? 503 : 200;
      ctx.body = {
        status: cannotServe ? 'unavailable' : unwell.length > 0 ? 'degraded' : 'ready',
        problems: unwell.map(({ name, problem }) => ({
          part: name,
          problem: hasDetails ? problem : hiddenProblem,
        })),
      };
    } else {
      await next();
    }
  };
}

/** `/metrics`: the metrics of the process, in the text format of Prometheus (specification: operations). */
function metricsPage(metrics: Metrics): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/metrics') return void (await next());
    ctx.type = metrics.contentType;
    ctx.body = await metrics.text();
  };
}

/** Exposes the state in `/readyz` as numbers, for alarms. */
export function exposeHealth(metrics: Metrics, health: Health, lifecycle: Pick<Lifecycle, 'state'>): void {
  metrics.gauge('galley_ready', 'Whether /readyz says that this process can serve.', async () =>
    (await readiness(health, lifecycle)).cannotServe ? 0 : 1,
  );
  metrics.gauges('galley_unwell', 'Whether a part is not well, as /readyz tells it.', 'part', async () => {
    const unwell = new Set((await health.unwell()).map(({ name }) => name));
    return Object.fromEntries(health.parts.map((part) => [part, unwell.has(part) ? 1 : 0]));
  });
}
