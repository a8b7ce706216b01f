import type { Context } from 'koa';
import { errors } from '../../../contract/errors/errors.ts';
import type { Metrics } from '../../util/metrics.ts';

/** Counts one response, with its duration in milliseconds and the error code of a rejected request. */
export type RequestMeter = (ctx: Context, ms: number, errorCode?: string) => void;

/** Parts of the service outside of /v1. Each counts as one route. */
const parts = ['/docs', '/dashboard', '/healthz', '/readyz', '/metrics'];
const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30];

/** Counts requests by route, never by path, because callers could create any number of series. */
export function requestMeter(metrics: Metrics): RequestMeter {
  const requestCount = metrics.counter('galley_http_requests_total', 'Requests that were answered.', [
    'method',
    'route',
    'status',
  ]);
  const duration = metrics.histogram(
    'galley_http_request_duration_seconds',
    'From the first byte of a request to its response; "none" means that no route matched or the key was rejected.',
    { buckets: bucketsSeconds, labelNames: ['method', 'route'] },
  );
  const rejectionCount = metrics.counter(
    'galley_refusals_total',
    'Requests that were refused, by the code.',
    ['code'],
  );
  // Series exist from the start, so that the first error of a code shows as growth.
  const rejectionsByCode = new Map(Object.keys(errors).map((code) => [code, rejectionCount(code)]));
  const meters = new Map<string, (ms: number) => void>();

  const createMeter = (method: string, route: string, status: number): ((ms: number) => void) => {
    const count = requestCount(method, route, String(status));
    const record = duration(method, route);
    return (ms) => {
      count();
      record(ms / 1000);
    };
  };

  return (ctx, ms, errorCode) => {
    const { method, status } = ctx;
    const route = routeOf(ctx);
    const key = `${status}${method}${route}`;
    let record = meters.get(key);
    if (record === undefined) meters.set(key, (record = createMeter(method, route, status)));
    record(ms);
    if (errorCode !== undefined) rejectionsByCode.get(errorCode)?.();
  };
}

/** The router stores the pattern that matched in the context. */
export function routeOf(ctx: Context & { _matchedRoute?: unknown }): string {
  const pattern = ctx._matchedRoute;
  if (typeof pattern === 'string') return pattern;
  const { path } = ctx;
  return parts.find((part) => path === part || path.startsWith(`${part}/`)) ?? 'none';
}
