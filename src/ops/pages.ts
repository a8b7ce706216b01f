import type { Context, Middleware } from 'koa';
import { watcherLease } from '../events/service.ts';
import type { Lifecycle } from '../platform/http/lifecycle.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { ping } from '../platform/mongo/server.ts';
import { serviceVersion } from '../platform/service-version.ts';
import { isLeaseHeld } from '../platform/mongo/lease.ts';
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

/** The people who see on the pages what is unwell and what is counted; all others see the state alone. */
type Audience = (ctx: Context) => boolean;

/** On a port of their own the pages are reached by operators alone. */
const everybody: Audience = () => true;

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

/** Whether a program on this machine sends the request itself, and no proxy for another caller. */
const thisMachine: Audience = ({ req }) => {
  const address = req.socket.remoteAddress ?? '';
  const isLocal = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isLocal && forwarding.every((name) => req.headers[name] === undefined);
};

/** What strangers hear of any part: its sentence may name endpoints, buckets and keys. */
const untold = 'it fails; the log contains the reason';

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

/** `/healthz`, `/readyz` and `/metrics`, on a port of their own or on the one that strangers reach. */
export function operatorPages(
  { health, lifecycle, metrics }: OperatorPageParts,
  isTheirOwnPort: boolean,
): readonly Middleware[] {
  const isTold = isTheirOwnPort ? everybody : thisMachine;
  return [healthPages(health, lifecycle, isTold), metricsPage(metrics, isTold)];
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
function healthPages(health: Health, lifecycle: Pick<Lifecycle, 'state'>, isTold: Audience): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok', version: serviceVersion };
    } else if (ctx.path === '/readyz') {
      const { unwell, cannotServe } = await readiness(health, lifecycle);
      ctx.status = cannotServe ? 503 : 200;
      ctx.body = {
        status: cannotServe ? 'unavailable' : unwell.length > 0 ? 'degraded' : 'ready',
        problems: unwell.map(({ name, problem }) => ({
          part: name,
          problem: isTold(ctx) ? problem : untold,
        })),
      };
    } else {
      await next();
    }
  };
}

/** `/metrics`: what the process counts, in the text form of Prometheus (specification: operations). */
function metricsPage(metrics: Metrics, isTold: Audience): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/metrics' || !isTold(ctx)) return void (await next());
    ctx.type = metrics.contentType;
    ctx.body = await metrics.text();
  };
}
