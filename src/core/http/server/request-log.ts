import type { RequestState } from '../pipeline/request-state.ts';
import type { Middleware } from 'koa';
import type { Log } from './log.ts';
import { withoutSecrets } from './masked-path.ts';
import type { RequestMeter } from './request-meter.ts';
import type { AdmittedRequest } from '../pipeline/request-services.ts';

/** Asked every few seconds by whatever watches the service; their good answers say nothing. */
const polled: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/**
 * Counts each answer, and logs one line for it. The path goes in without what looks like a key; the query does not: it
 * may carry a token or a visitor's words.
 */
export function requestLog(log: Log, meter: RequestMeter): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now();
    await next();
    const ms = performance.now() - startedAt;
    const { requestId, caller, errorCode: refusal } = ctx.state as RequestState & Partial<AdmittedRequest>;
    meter(ctx, ms, refusal);
    if (ctx.status < 400 && polled.includes(ctx.path)) return;
    log.info(
      {
        request_id: requestId,
        method: ctx.method,
        path: withoutSecrets(ctx.path),
        status: ctx.status,
        ...(refusal !== undefined && { code: refusal }),
        ms: Math.round(ms),
        ...(caller && { key_id: caller.keyId }),
      },
      'answered',
    );
  };
}
