import type { Middleware } from 'koa';
import type { SystemDb } from '../platform/mongo/handle.ts';

/** One part of the service that can be unwell while the rest goes on. */
export interface HealthCheck {
  name: string;
  /** Null when well, else one sentence. `fatal` says that this process cannot serve its role without it. */
  ask(): Promise<{ problem: string; fatal: boolean } | null>;
}

/** The database as a health check: nothing can be served without it. */
export function databaseHealth(system: SystemDb): HealthCheck {
  return {
    name: 'database',
    async ask() {
      try {
        await system.db.command({ ping: 1 }, { timeoutMS: 2_000 });
        return null;
      } catch {
        return { problem: 'the database does not answer', fatal: true };
      }
    },
  };
}

/** `/healthz`: the process runs. `/readyz`: it can serve its role, perhaps degraded (contract, section 1). */
export function healthPages(checks: readonly HealthCheck[], isStopping: () => boolean): Middleware {
  return async (ctx, next) => {
    if (ctx.path === '/healthz') {
      ctx.body = { status: 'ok' };
    } else if (ctx.path === '/readyz') {
      const asked = await Promise.all(
        checks.map(async (check) => ({ name: check.name, answer: await check.ask() })),
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
