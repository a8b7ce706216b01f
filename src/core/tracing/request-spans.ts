import { context, propagation, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { Middleware } from 'koa';
import { inSpan } from './spans.ts';

/** What names a request in traces. Paths of callers can contain tokens, so only patterns of routes are recorded. */
interface RequestNames {
  routeOf: (ctx: Parameters<Middleware>[0]) => string;
  /** Requests of monitoring, which begin no trace. */
  isIgnored: (path: string) => boolean;
}

/** Continues the trace in `traceparent`, or begins one, with a span for each request. */
export function traceRequests({ routeOf, isIgnored }: RequestNames): Middleware {
  return (ctx, next) => {
    if (isIgnored(ctx.path)) return next();
    const { method } = ctx;
    const parent = propagation.extract(context.active(), ctx.req.headers);
    const attributes = { 'http.request.method': method };
    return inSpan(method, { kind: SpanKind.SERVER, attributes, parent }, async (span) => {
      await next();
      const route = routeOf(ctx);
      const { requestId, errorCode } = ctx.state as { requestId: string; errorCode?: string };
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        'http.route': route,
        'http.response.status_code': ctx.status,
        'galley.request_id': requestId,
        ...(errorCode !== undefined && { 'error.type': errorCode }),
      });
      if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    });
  };
}
