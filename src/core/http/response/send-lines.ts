import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { ResponseMemory } from './response-memory.ts';

/**
 * Sends objects as they come, each as a line of JSON, and disconnects a reader that takes none for too long.
 * @throws temporarily_unavailable if the project receives enough such responses
 */
export function sendLines(
  ctx: Context,
  { lines, projectId }: { lines: AsyncIterable<object> | undefined; projectId: string },
  memory: ResponseMemory,
): void {
  if (lines === undefined || ctx.res.destroyed) return;
  memory.countLines(ctx, projectId);
  ctx.status = 200;
  ctx.type = 'application/x-ndjson';
  ctx.body = Readable.from(jsonLines(lines), { objectMode: false, highWaterMark: 64 * 1024 });
  memory.disconnectStalled(ctx.res);
}

async function* jsonLines(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
