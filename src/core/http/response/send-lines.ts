import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { OutgoingAnswers } from './outgoing-answers.ts';

/**
 * Answers with objects as they come, each a line of JSON; a reader that takes none for too long is cut off.
 * @throws temporarily_unavailable where the project has enough such answers under way
 */
export function sendLines(
  ctx: Context,
  { lines, projectId }: { lines: AsyncIterable<object> | undefined; projectId: string },
  outgoing: OutgoingAnswers,
): void {
  if (lines === undefined || ctx.res.destroyed) return;
  outgoing.countLines(ctx, projectId);
  ctx.status = 200;
  ctx.type = 'application/x-ndjson';
  ctx.body = Readable.from(written(lines), { objectMode: false, highWaterMark: 64 * 1024 });
  outgoing.watch(ctx.res);
}

async function* written(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
