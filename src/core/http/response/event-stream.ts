import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** One message of a stream of server-sent events; null keeps the connection awake. */
export type StreamMessage = { id: string; event: string; data: object } | null;

export const eventStreamType = 'text/event-stream';

/** How long a client waits before it connects again, in milliseconds. */
const reconnectMs = 2_000;

/** Whether the caller asked for a stream rather than for one answer. */
export function wantsStream(ctx: Context): boolean {
  return ctx.method === 'GET' && ctx.get('Accept').toLowerCase().includes(eventStreamType);
}

/** Answers with messages as they come, until there are no more or the caller is gone. */
export function sendStream(ctx: Context, messages: AsyncIterable<StreamMessage>): void {
  ctx.status = 200;
  ctx.type = eventStreamType;
  ctx.set('X-Accel-Buffering', 'no'); // proxies that collect answers would hold messages back
  ctx.body = Readable.from(written(messages), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* written(messages: AsyncIterable<StreamMessage>): AsyncGenerator<string> {
  yield `retry: ${reconnectMs}\n\n`;
  for await (const message of messages) {
    // JSON holds no line break, so that each message is one line of data.
    yield message === null
      ? ': awake\n\n'
      : `id: ${message.id}\nevent: ${message.event}\ndata: ${textOf(message.data)}\n\n`;
  }
}

const texts = new WeakMap<object, string>();

/** Many streams tell the same events. */
function textOf(data: object): string {
  const text = texts.get(data) ?? JSON.stringify(data);
  texts.set(data, text);
  return text;
}

/** Aborted when the caller is gone or the process stops: then no caller waits for the answer. */
export function abortOnDisconnect(ctx: Context, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController();
  if (ctx.res.destroyed) gone.abort();
  else ctx.res.once('close', () => gone.abort());
  return AbortSignal.any([gone.signal, stopping]);
}
