import type { Middleware } from 'koa';
import { watcherLease } from '../events/service.ts';
import type { Lifecycle } from '../platform/http/lifecycle.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { serviceVersion } from '../platform/service-version.ts';
import { isLeaseHeld } from '../platform/mongo/lease.ts';
import type { Health, HealthCheck } from './health.ts';

/** The database as a health check: nothing can be served without it. */
export function databaseHealth(system: SystemDb): HealthCheck {
  const gone = { problem: 'the database does not answer', fatal: true };
  return {
    name: 'database',
    late: gone,
    async ask() {
      try {
        await system.db.command({ ping: 1 }, { timeoutMS: 2_000 });
        return null;
      } catch {
        return gone;
      }
    },
  };
}

/** Whether any process follows the change stream; without one, events wait until there is one again. */
export function watcherHealth(system: SystemDb): HealthCheck {
  return {
    name: 'watcher',
    async ask() {
      const isHeld = await isLeaseHeld(system, watcherLease).catch(() => false);
      return isHeld ? null : { problem: 'no process holds the lease of the change stream', fatal: false };
    },
  };
}

/** `/healthz`: the process runs. `/readyz`: it can serve its role, perhaps degraded (contract, section 1). */
export function healthPages(health: Health, lifecycle: Pick<Lifecycle, 'state'>): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok', version: serviceVersion };
    } else if (ctx.path === '/readyz') {
      const unwell = await health.unwell();
      const cannotServe = lifecycle.state !== 'serving' || unwell.some((part) => part.fatal);
      ctx.status = cannotServe ? 503 : 200;
      ctx.body = {
        status: cannotServe ? 'unavailable' : unwell.length > 0 ? 'degraded' : 'ready',
        problems: unwell.map(({ name, problem }) => ({ part: name, problem })),
      };
    } else {
      await next();
    }
  };
}

/** `/metrics`: what the process counts, in the text form of Prometheus (contract, section 1). */
export function metricsPage(metrics: Metrics): Middleware {
  return async (ctx, next) => {
    if (ctx.path !== '/metrics') return void (await next());
    ctx.type = metrics.contentType;
    ctx.body = await metrics.text();
  };
}
