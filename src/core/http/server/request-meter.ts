import type { Context } from 'koa';
import { errors } from '../../../contract/errors/errors.ts';
import type { Metrics } from '../../util/metrics.ts';

/** Takes note of one answer, of how long it took, in milliseconds, and of the code when it is a refusal. */
export type RequestMeter = (ctx: Context, ms: number, refusal?: string) => void;

/** Parts of the service outside /v1, each counted as one route. */
const parts = ['/docs', '/dashboard', '/healthz', '/readyz', '/metrics'];
const bucketsSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30];

/** Counts requests by route, never by path: what callers choose must not make new numbers. */
export function requestMeter(metrics: Metrics): RequestMeter {
  const answered = metrics.counter('galley_http_requests_total', 'Requests that were answered.', [
    'method',
    'route',
    'status',
  ]);
  const lasted = metrics.histogram(
    'galley_http_request_duration_seconds',
    'From the first byte of a request to its answer; "none" is what met no route, refused keys included.',
    { buckets: bucketsSeconds, labelNames: ['method', 'route'] },
  );
  const refused = metrics.counter('galley_refusals_total', 'Requests that were refused, by the code.', [
    'code',
  ]);
  // From the start, so that the first refusal of a kind is seen as growth.
  const refusals = new Map(Object.keys(errors).map((code) => [code, refused(code)]));
  const known = new Map<string, (ms: number) => void>();

  const bind = (method: string, route: string, status: number): ((ms: number) => void) => {
    const count = answered(method, route, String(status));
    const note = lasted(method, route);
    return (ms) => {
      count();
      note(ms / 1000);
    };
  };

  return (ctx, ms, refusal) => {
    const { method, status } = ctx;
    const route = routeOf(ctx);
    const key = `${status}${method}${route}`;
    let note = known.get(key);
    if (note === undefined) known.set(key, (note = bind(method, route, status)));
    note(ms);
    if (refusal !== undefined) refusals.get(refusal)?.();
  };
}

/** The router leaves the pattern that matched on the context. */
function routeOf(ctx: Context & { _matchedRoute?: unknown }): string {
  const pattern = ctx._matchedRoute;
  if (typeof pattern === 'string') return pattern;
  const { path } = ctx;
  return parts.find((part) => path === part || path.startsWith(`${part}/`)) ?? 'none';
}
