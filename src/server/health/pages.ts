import type { Middleware } from 'koa';
import { watcherLease } from '../../projects/index.ts';
import type { Lifecycle } from '../../core/http/index.ts';
import { type Metrics, serviceCommit, serviceVersion } from '../../core/util/index.ts';
import { isLeaseHeld, ping, type SystemDb } from '../../core/mongo/index.ts';
import { Health, type HealthCheck, type HealthFinding } from './health.ts';

/** The database as a health check: nothing can be served without it. */
function databaseHealth(system: SystemDb): HealthCheck {
  const gone = { problem: 'the database does not answer', fatal: true };
  return {
    name: 'database',
    late: gone,
    async ask() {
      try {
        await ping(system, 2_000);
        return null;
      } catch {
        return gone;
      }
    },
  };
}

/** Whether any process follows the change stream; without one, events wait until there is one again. */
function watcherHealth(system: SystemDb): HealthCheck {
  return {
    name: 'watcher',
    async ask() {
      const isHeld = await isLeaseHeld(system, watcherLease).catch(() => false);
      return isHeld ? null : { problem: 'no process holds the lease of the change stream', fatal: false };
    },
  };
}

/** Replaces the sentence about a part, which can name endpoints, buckets and keys. */
const hiddenProblem = 'it fails; the log contains the reason';

/** How a process is: its database, its storage, the events, and what it does by itself. */
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

/** What keeps the process from serving, or makes it serve less. */
export async function readiness(
  health: Health,
  lifecycle: Pick<Lifecycle, 'state'>,
): Promise<{ unwell: HealthFinding[]; cannotServe: boolean }> {
  const unwell = await health.unwell();
  return { unwell, cannotServe: lifecycle.state !== 'serving' || unwell.some((part) => part.fatal) };
}

/** `/healthz`: the process runs. `/readyz`: it can serve its role, perhaps degraded (specification: operations). */
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

/** `/metrics`: what the process counts, in the text form of Prometheus (specification: operations). */
function metricsPage(metrics: Metrics): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/metrics') return void (await next());
    ctx.type = metrics.contentType;
    ctx.body = await metrics.text();
  };
}
