import type { Middleware } from 'koa';
import { watcherLease } from '../events/service.ts';
import { inTime } from '../platform/in-time.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { SystemDb } from '../platform/mongo/handle.ts';
import { isLeaseHeld } from '../platform/mongo/lease.ts';

/** One part of the service that can be unwell while the rest goes on. */
export interface HealthCheck {
  name: string;
  /** Null when well, else one sentence. `fatal` says that this process cannot serve its role without it. */
  ask(): Promise<Unwell | null>;
  /** What it says when the answer takes too long, where that is more than a nuisance. */
  late?: Unwell;
}

interface Unwell {
  problem: string;
  fatal: boolean;
}

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

/** A part that takes longer than this to say how it is, is not well; in milliseconds. */
const waitMs = 2_500;
const late: Unwell = { problem: `no answer in ${waitMs} ms`, fatal: false };

/** `/healthz`: the process runs. `/readyz`: it can serve its role, perhaps degraded (contract, section 1). */
export function healthPages(checks: readonly HealthCheck[], isStopping: () => boolean): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok' };
    } else if (ctx.path === '/readyz') {
      const asked = await Promise.all(
        checks.map(async (check) => ({
          name: check.name,
          answer: await inTime(check.ask(), waitMs, check.late ?? late),
        })),
      );
      const unwell = asked.flatMap(({ name, answer }) => (answer === null ? [] : [{ name, ...answer }]));
      const cannotServe = isStopping() || unwell.some((part) => part.fatal);
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
