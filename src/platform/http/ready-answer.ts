import type { Answer } from './answer.ts';
import { etagOf } from './etag.ts';
import type { Route } from './route.ts';

/** An answer as it goes out, without what belongs to one request: its id, its budgets, its origin. */
export interface ReadyAnswer {
  status: number;
  mediaType: string;
  /** Null for an answer without a body. */
  bytes: Buffer | null;
  etag: string | null;
  location: string | null;
}

const json = 'application/json';

/** Turns what a route answered into bytes. A trial says that it is one (contract, section 4). */
export function makeReady(
  route: Pick<Route, 'method' | 'status' | 'mediaType'>,
  { body, also }: Answer<unknown>,
  dryRun: boolean,
): ReadyAnswer {
  const status = also.status ?? route.status ?? 200;
  if (dryRun) {
    const bytes = Buffer.from(JSON.stringify(asTrial(body)));
    return { status: status === 204 ? 200 : status, mediaType: json, bytes, etag: null, location: null };
  }
  const location = also.location ?? null;
  if (status === 204) return { status, mediaType: json, bytes: null, etag: null, location };
  const bytes = Buffer.from(route.mediaType === undefined ? JSON.stringify(body) : String(body));
  const isTagged = also.revision !== undefined || route.method === 'GET';
  return {
    status,
    mediaType: route.mediaType ?? json,
    bytes,
    etag: isTagged ? etagOf(bytes, also.revision) : null,
    location,
  };
}

function asTrial(body: unknown): object {
  const shown = typeof body === 'object' && body !== null ? (body as { meta?: object }) : {};
  return { ...shown, meta: { ...shown.meta, dry_run: true } };
}
