import type { Context } from 'koa';
import type { Answer } from './answer.ts';
import { etagOf, matchesTag } from './etag.ts';
import type { Route } from './route.ts';

/** Turns an answer into status, headers and bytes; a GET whose tag the caller has becomes 304. */
export function send(
  ctx: Context,
  route: Pick<Route, 'method' | 'status' | 'mediaType'>,
  answer: Answer<unknown>,
  dryRun: boolean,
): void {
  const { also } = answer;
  const status = also.status ?? route.status ?? 200;
  if (dryRun) return sendDryRun(ctx, status, answer.body);
  ctx.status = status;
  if (also.location !== undefined) ctx.set('Location', also.location);
  if (status === 204) return;
  const bytes = Buffer.from(
    route.mediaType === undefined ? JSON.stringify(answer.body) : String(answer.body),
  );
  ctx.type = route.mediaType ?? 'application/json';
  if (also.revision !== undefined || route.method === 'GET') {
    const etag = etagOf(bytes, also.revision);
    ctx.set('ETag', etag);
    if (route.method === 'GET' && matchesTag(ctx.get('If-None-Match'), etag)) {
      ctx.status = 304;
      return;
    }
  }
  ctx.body = bytes;
}

/** What would have been stored, said to be a trial (contract, section 4). */
function sendDryRun(ctx: Context, status: number, body: unknown): void {
  const shown = typeof body === 'object' && body !== null ? (body as { meta?: object }) : {};
  ctx.status = status === 204 ? 200 : status;
  ctx.body = { ...shown, meta: { ...shown.meta, dry_run: true } };
}
