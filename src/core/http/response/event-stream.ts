import { Readable } from 'node:stream';
import type { Context } from 'koa';

/** One message of a stream of server-sent events; null keeps the connection awake. */
export type StreamMessage = { id: string; event: string; data: object } | null;

export const eventStreamType = 'text/event-stream';

/** How long a client waits before it connects again, in milliseconds. */
const reconnectMs = 2_000;

/** Whether the caller wants a stream instead of one response. */
export function wantsStream(ctx: Context): boolean {
  return ctx.method === 'GET' && ctx.get('Accept').toLowerCase().includes(eventStreamType);
}

/** Sends messages as they come, until there are no more or the caller disconnects. */
export function sendStream(ctx: Context, messages: AsyncIterable<StreamMessage>): void {
  ctx.status = 200;
  ctx.type = eventStreamType;
  ctx.set('X-Accel-Buffering', 'no'); // proxies that buffer responses would delay messages
  ctx.body = Readable.from(eventTexts(messages), { objectMode: false, highWaterMark: 64 * 1024 });
}

async function* eventTexts(messages: AsyncIterable<StreamMessage>): AsyncGenerator<string> {
  yield `retry: ${reconnectMs}\n\n`;
  for await (const message of messages) {
    // JSON contains no line break, so each message is one line of data.
    yield message === null
      ? ': awake\n\n'
      : `id: ${message.id}\nevent: ${message.event}\ndata: ${textOf(message.data)}\n\n`;
  }
}

const texts = new WeakMap<object, string>();

/** The JSON of an event, written once although many streams send it. */
function textOf(data: object): string {
  const text = texts.get(data) ?? JSON.stringify(data);
  texts.set(data, text);
  return text;
}

/** Aborted when the caller disconnects or the process stops. */
export function abortOnDisconnect(ctx: Context, stopping: AbortSignal): AbortSignal {
  const disconnect = new AbortController();
  if (ctx.res.destroyed) disconnect.abort();
  else ctx.res.once('close', () => disconnect.abort());
  return AbortSignal.any([disconnect.signal, stopping]);
}
