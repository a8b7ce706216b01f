import type { RequestState } from '../pipeline/request-state.ts';
import type { Middleware } from 'koa';
import { withoutSecrets } from './log-path.ts';
import type { ServerDeps } from './server-deps.ts';
import { countProjectUsage } from './usage-meter.ts';
import type { AdmittedRequest } from '../pipeline/request-services.ts';

/** Paths that monitoring requests every few seconds. Successful responses are not logged. */
export const monitoredPaths: readonly string[] = ['/healthz', '/readyz', '/metrics'];

type LogParts = Pick<ServerDeps, 'log' | 'meter' | 'countUsage'>;

/**
 * Counts each response and logs one line for it. The path is logged without keys, the query not at all, because it may
 * contain a token or a visitor's words.
 */
export function requestLog({ log, meter, countUsage }: LogParts): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    await next();
    const ms = performance.now() - startedAt;
    const { requestId, caller, errorCode } = ctx.state as RequestState & Partial<AdmittedRequest>;
    meter(ctx, ms, errorCode);
    countProjectUsage(ctx, countUsage);
    if (ctx.status < 400 && monitoredPaths.includes(ctx.path)) return;
    log.info(
      {
        request_id: requestId,
        method: ctx.method,
        path: withoutSecrets(ctx.path),
        status: ctx.status,
        ...(errorCode !== undefined && { code: errorCode }),
        ms: Math.round(ms),
        ...(caller && { key_id: caller.keyId }),
      },
      'answered',
    );
  };
}
