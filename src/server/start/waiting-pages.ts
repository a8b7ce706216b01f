import type { Middleware } from 'koa';
import { createLog, createPagesServer, listenOnPort } from '../../core/http/index.ts';
import type { DatabaseWait } from '../../core/mongo/index.ts';
import { serviceVersion } from '../../core/util/index.ts';
import type { Config } from '../../core/settings/index.ts';

/** How long a start waits for the database, and the `Retry-After` of its pages. */
const waitMs = 60_000;
const retryAfterSeconds = 5;

/** `/healthz`: the process runs. Everything else is unavailable until the database responds. */
const pages: Middleware = (ctx) => {
  if (ctx.path === '/healthz') {
    ctx.body = { status: 'ok', version: serviceVersion };
    return;
  }
  ctx.status = 503;
  ctx.set('Retry-After', String(retryAfterSeconds));
  const problem = 'the process is starting and waits for the database';
  ctx.body = { status: 'unavailable', problems: [{ part: 'database', problem }] };
};

/**
 * Waits for the database at start. The wait is logged, and health pages are served on the port for operators until it
 * ends.
 */
export function waitWithPages({ HOST, PORT, OPS_PORT = PORT, LOG_LEVEL }: Config): DatabaseWait & {
  end(): Promise<void>;
} {
  const server = createPagesServer([pages]);
  let listening: Promise<void> = Promise.resolve();
  return {
    forMs: waitMs,
    onWait(hosts) {
      const log = createLog(LOG_LEVEL);
      log.warn({ hosts }, `Waiting for MongoDB at ${hosts} (${waitMs / 1000} s).`);
      listening = listenOnPort(server, { HOST, PORT: OPS_PORT }, 'OPS_PORT').catch((error: unknown) =>
        log.warn({ fault: String(error) }, 'the health pages are not available while the start waits'),
      );
    },
    async end() {
      await listening;
      if (!server.listening) return;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
