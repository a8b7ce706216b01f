export { SpanKind, SpanStatusCode } from '@opentelemetry/api';
export { traceRequests } from './request-spans.ts';
export { inSpan, isTracing, traceHeaders, tracer } from './spans.ts';
export { startTracing } from './start.ts';
