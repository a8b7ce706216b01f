import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/** Creates spans that record nothing until `startTracing` has registered the SDK. */
export const tracer = trace.getTracer('galley');

let isOn = false;

/** Called by `startTracing`, before the service is created. */
export function enableTracing(): void {
  isOn = true;
}

/** Whether the environment turned tracing on. */
export function isTracing(): boolean {
  return isOn;
}

interface SpanDetails {
  kind?: SpanKind;
  attributes?: Attributes;
  /** By default the span begins a trace of its own, as jobs and deliveries do. */
  parent?: Context;
}

/** Runs the work in a span. Database commands of the work become its children. An error ends the span as failed. */
export async function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes = {}, parent = ROOT_CONTEXT }: SpanDetails,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(name, { kind, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}

/** The headers `traceparent` and `tracestate` of the current span; none without tracing. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  if (isOn) propagation.inject(context.active(), headers);
  return headers;
}
