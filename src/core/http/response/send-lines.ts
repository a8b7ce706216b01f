import { Readable } from 'node:stream';
import type { Context } from 'koa';
import type { ResponseMemory } from './response-memory.ts';
import type { Download, ResponseDetails } from './route-response.ts';

/**
 * Sends objects as they come, each as a line of JSON, or the pieces of a file. Disconnects a reader that takes none for too
 * long.
 * @throws temporarily_unavailable if the project receives enough such responses
 */
export function sendLines(
  ctx: Context,
  { details, projectId }: { details: Pick<ResponseDetails, 'lines' | 'download'>; projectId: string },
  memory: ResponseMemory,
): void {
  const { lines, download } = details;
  const pieces = download?.pieces ?? (lines === undefined ? undefined : jsonLines(lines));
  if (pieces === undefined || ctx.res.destroyed) return;
  memory.countLines(ctx, projectId);
  ctx.status = 200;
  if (download === undefined) ctx.type = 'application/x-ndjson';
  else setDownload(ctx, download);
  ctx.body = Readable.from(pieces, { objectMode: false, highWaterMark: 64 * 1024 });
  memory.disconnectStalled(ctx.res);
}

function setDownload(ctx: Context, { fileName, mediaType }: Download): void {
  ctx.attachment(fileName);
  ctx.type = mediaType;
}

async function* jsonLines(lines: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const line of lines) yield `${JSON.stringify(line)}\n`;
}
