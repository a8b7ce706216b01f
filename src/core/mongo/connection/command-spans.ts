import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { CommandFailedEvent, CommandStartedEvent, CommandSucceededEvent } from 'mongodb';
import { tracer } from '../../tracing/index.ts';
import type { SystemDb } from '../scope/handle.ts';
import { clientOf } from './database.ts';

/** Commands whose spans are open. A lost response must not fill the memory. */
const openMax = 10_000;

/**
 * A span for each database command of a request, a job or a delivery. Commands outside of them, such as the wait of a
 * change stream, have none. Filters and values are not recorded.
 */
export function traceCommands(system: SystemDb): void {
  const client = clientOf(system);
  const openSpans = new Map<number, Span>();
  client.on('commandStarted', (event) => {
    const active = trace.getActiveSpan();
    if (active?.isRecording() !== true || openSpans.size >= openMax) return;
    openSpans.set(event.requestId, startSpan(event));
  });
  const end = ({ requestId }: CommandSucceededEvent | CommandFailedEvent, failure: Error | null) => {
    const span = openSpans.get(requestId);
    if (span === undefined) return;
    openSpans.delete(requestId);
    if (failure !== null)
      span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', failure.name);
    span.end();
  };
  client.on('commandSucceeded', (event) => end(event, null));
  client.on('commandFailed', (event) => end(event, event.failure));
}

function startSpan({ commandName, command, databaseName }: CommandStartedEvent): Span {
  const target: unknown = (command as Record<string, unknown>)[commandName];
  const collection = typeof target === 'string' ? target : null;
  const attributes = {
    'db.system.name': 'mongodb',
    'db.namespace': databaseName,
    'db.operation.name': commandName,
    ...(collection !== null && { 'db.collection.name': collection }),
  };
  const name = collection === null ? commandName : `${commandName} ${collection}`;
  return tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context.active());
}
