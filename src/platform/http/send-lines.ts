import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { OutgoingAnswers } from './outgoing-answers.ts';

/** Answers with objects as they come, each a line of JSON; a reader that takes none for too long is cut off. */
export function sendLines(
  ctx: Context,
  lines: AsyncIterable<object> | undefined,
  outgoing: OutgoingAnswers,
): void {
  if (lines === undefined) return;
  ctx.status = 200;
  ctx.type = 'application/x-ndjson';
  ctx.body = Readable.from(written(lines), { objectMode: false, highWaterMark: 64 * 1024 });
  outgoing.watch(ctx.res);
}

async function* written(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
