import { apiError } from '../../../contract/errors/api-error.ts';
import { smallWeight } from './answer-memory.ts';
import type { Holding } from './answers-in-flight.ts';
import { letOthersGoOn, roundIsOver } from '../../util/async/event-loop-turn.ts';
import { jsonBytes, TooManyBytes, weigh } from '../../util/json/json-bytes.ts';
import type { RouteResponse } from './route-response.ts';
import { etagInTurns } from './etag.ts';
import type { Route } from '../pipeline/route.ts';

/** An answer as it goes out, without what belongs to one request: its id, its budgets, its origin. */
export interface SerializedResponse {
  status: number;
  mediaType: string;
  /** Null for an answer without a body. */
  bytes: Buffer | null;
  etag: string | null;
  location: string | null;
}

const json = 'application/json';

/** What making an answer's bytes takes. */
export interface SerializationContext {
  dryRun: boolean;
  /** Bytes that the answer of a read may have. */
  bytesMax: number;
  /** The request's place among the large answers. */
  holding: Pick<Holding, 'enter'>;
}

/**
 * Turns what a route answered into bytes. A trial says that it is one (specification: dry-run).
 * @throws query_too_expensive for a read whose answer is larger than answers may be
 */
export async function serializeResponse(
  route: Pick<Route, 'method' | 'status' | 'mediaType'>,
  { body, also }: RouteResponse<unknown>,
  { dryRun, bytesMax, holding }: SerializationContext,
): Promise<SerializedResponse> {
  if (weigh(body, smallWeight) > smallWeight) await holding.enter();
  const status = also.status ?? route.status ?? 200;
  if (dryRun) {
    const bytes = await jsonBytes(asTrial(body));
    return { status: status === 204 ? 200 : status, mediaType: json, bytes, etag: null, location: null };
  }
  const location = also.location ?? null;
  if (status === 204) return { status, mediaType: json, bytes: null, etag: null, location };
  const bytes =
    route.mediaType === undefined
      ? await bounded(body, route.method === 'GET' ? bytesMax : Infinity)
      : await textBytes(body, bytesMax);
  const isTagged = also.revision !== undefined || route.method === 'GET';
  return {
    status,
    mediaType: route.mediaType ?? json,
    bytes,
    etag: isTagged ? await etagInTurns(bytes, also.revision) : null,
    location,
  };
}

/** Text, whole or in pieces. */
async function textBytes(body: unknown, bytesMax: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for (const part of Array.isArray(body) ? (body as unknown[]) : [body]) {
    const bytes = Buffer.from(String(part));
    parts.push(bytes);
    length += bytes.length;
    if (length > bytesMax)
      throw apiError('query_too_expensive', { name: 'the answer', bytesMax }, { param: 'the answer' });
    if (roundIsOver()) await letOthersGoOn();
  }
  return Buffer.concat(parts, length);
}

/** Names the part of the answer that is the largest. */
async function bounded(body: unknown, bytesMax: number): Promise<Buffer> {
  try {
    return await jsonBytes(body, bytesMax);
  } catch (error) {
    if (!(error instanceof TooManyBytes)) throw error;
    const parts = Object.entries(body as object).map(([name, part]) => ({
      name,
      weight: weigh(part, bytesMax),
    }));
    const { name } = parts.reduce((a, b) => (b.weight > a.weight ? b : a), { name: 'the answer', weight: 0 });
    throw apiError('query_too_expensive', { name, bytesMax }, { param: name });
  }
}

function asTrial(body: unknown): object {
  const shown = typeof body === 'object' && body !== null ? (body as { meta?: object }) : {};
  return { ...shown, meta: { ...shown.meta, dry_run: true } };
}
