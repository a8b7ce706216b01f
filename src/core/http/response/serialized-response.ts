import { apiError } from '../../../contract/errors/api-error.ts';
import type { Route } from '../pipeline/route.ts';
import { computeEtag } from './etag.ts';
import { jsonBytes, ResponseFull, weigh } from './json-writer.ts';
import type { Reservation } from './response-memory.ts';
import { smallBytes } from './response-space.ts';
import type { ResponseDetails, RouteResponse } from './route-response.ts';

/** A response without the headers of one request: its id, its budgets, its origin. */
export interface SerializedResponse {
  status: number;
  mediaType: string;
  /** Null for a response without a body. */
  bytes: Buffer | null;
  etag: string | null;
  location: string | null;
  /** Absent without any. */
  headers?: Readonly<Record<string, string>>;
}

const json = 'application/json';

export interface SerializationContext {
  dryRun: boolean;
  /** Bytes that the response of a read may have. */
  maxBytes: number;
  reservation: Pick<Reservation, 'reserve'>;
}

/**
 * Serializes the response of a route. The response of a dry run is marked as one (specification: dry-run).
 * @throws query_too_expensive for a read whose response is too large
 */
export async function serializeResponse(
  route: Pick<Route, 'method' | 'mediaType'> & Pick<ResponseDetails, 'status'>,
  { body, details }: RouteResponse<unknown>,
  { dryRun, maxBytes, reservation }: SerializationContext,
): Promise<SerializedResponse> {
  if (weigh(body, smallBytes) > smallBytes) await reservation.reserve();
  const status = details.status ?? route.status ?? 200;
  if (dryRun) {
    const bytes = await jsonBytes(asDryRun(body));
    return { status: status === 204 ? 200 : status, mediaType: json, bytes, etag: null, location: null };
  }
  const location = details.location ?? null;
  if (status === 204 || status === 303) return { status, mediaType: json, bytes: null, etag: null, location };
  const bytes =
    route.mediaType === undefined
      ? await boundedBytes(body, route.method === 'GET' ? maxBytes : Infinity)
      : textBytes(body, maxBytes);
  const isTagged = details.revision !== undefined || route.method === 'GET';
  return {
    status,
    mediaType: route.mediaType ?? json,
    bytes,
    etag: isTagged ? await computeEtag(bytes, details.revision) : null,
    location,
    ...(details.headers === undefined ? {} : { headers: details.headers }),
  };
}

/** Text, whole or in pieces. @throws query_too_expensive */
function textBytes(body: unknown, maxBytes: number): Buffer {
  const bytes = Buffer.from(Array.isArray(body) ? body.join('') : String(body));
  if (bytes.length <= maxBytes) return bytes;
  throw apiError('query_too_expensive', { name: 'the answer', bytesMax: maxBytes }, { param: 'the answer' });
}

/** @throws query_too_expensive with the largest part of the response */
async function boundedBytes(body: unknown, maxBytes: number): Promise<Buffer> {
  try {
    return await jsonBytes(body, maxBytes);
  } catch (error) {
    if (!(error instanceof ResponseFull)) throw error;
    let [name, maxWeight] = ['the answer', 0];
    for (const [key, part] of Object.entries(body as object)) {
      const weight = weigh(part, maxBytes);
      if (weight > maxWeight) [name, maxWeight] = [key, weight];
    }
    throw apiError('query_too_expensive', { name, bytesMax: maxBytes }, { param: name });
  }
}

function asDryRun(body: unknown): object {
  const fields = typeof body === 'object' && body !== null ? (body as { meta?: object }) : {};
  return { ...fields, meta: { ...fields.meta, dry_run: true } };
}
