import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ApiError } from '../../contract/errors/api-error.ts';
import type { ResponseFrame, RebuildPart, SerializedResponse } from '../../core/http/index.ts';
import type { StoredResponse, StoredError } from './schema.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Bytes above which bodies are compressed. */
const compressedFromBytes = 16 * 1024;

/** The stored form of a response. Above `bytesMax` only its frame is stored, and the large part is rebuilt later. */
export async function toStoredResponse(
  answer: SerializedResponse,
  { body, large }: ResponseFrame,
  bytesMax: number,
): Promise<StoredResponse> {
  const { status, mediaType: media_type, bytes: plainBytes, etag, location } = answer;
  if (plainBytes !== null && plainBytes.length > bytesMax) {
    const frame = Buffer.from(JSON.stringify(body));
    const { id, slug, revision } = body;
    const bytes =
      frame.length > bytesMax
        ? Buffer.from(JSON.stringify({ id, slug, revision, [large ?? '']: null }))
        : frame;
    return { kind: 'answer', status, media_type, bytes, is_packed: false, large, etag, location };
  }
  const is_packed = plainBytes !== null && plainBytes.length > compressedFromBytes;
  const bytes = is_packed ? await compress(plainBytes) : plainBytes;
  return { kind: 'answer', status, media_type, bytes, is_packed, etag, location };
}

export function toStoredError(error: ApiError): StoredResponse {
  return { kind: 'problem', first: toPlainError(error), others: error.others.map(toPlainError) };
}

function toPlainError({ code, message, hints }: ApiError): StoredError {
  return { code, message, hints };
}

/** The warning on a repetition whose first response was too large to be stored and can't be rebuilt. */
const notStored = {
  code: 'body_not_kept',
  message: 'The first response was too large to be stored, and that version no longer exists. Read the item.',
};

/** Restores the first response or error of a request. */
export async function restoreResponse(
  stored: StoredResponse,
  rebuild: RebuildPart,
): Promise<SerializedResponse | ApiError> {
  if (stored.kind === 'problem') {
    const { first, others } = stored;
    return restoreError(
      first,
      others.map((other) => restoreError(other)),
    );
  }
  const { status, media_type: mediaType, bytes: storedBytes, is_packed, etag, location } = stored;
  if (stored.large !== undefined && storedBytes !== null) {
    const bytes = Buffer.from(JSON.stringify(await fillFrame(storedBytes, stored.large, rebuild)));
    return { status, mediaType, bytes, etag, location };
  }
  const bytes = storedBytes !== null && is_packed ? await decompress(storedBytes) : storedBytes;
  return { status, mediaType, bytes, etag, location };
}

/** A frame with its large part, rebuilt from the item's revision. */
async function fillFrame(storedBytes: Buffer, large: string | null, rebuild: RebuildPart): Promise<object> {
  const frame = JSON.parse(storedBytes.toString()) as Record<string, unknown>;
  const { id, revision } = frame;
  const canRebuild = large !== null && typeof id === 'string' && typeof revision === 'number';
  const part = canRebuild ? await rebuild({ id, revision }) : undefined;
  if (large !== null && part !== undefined) return { ...frame, [large]: part };
  const { warnings = [], ...meta } = (frame['meta'] ?? {}) as { warnings?: object[] };
  const rest = Object.fromEntries(Object.entries(frame).filter(([key]) => key !== large));
  return { ...rest, meta: { ...meta, warnings: [...warnings, notStored] } };
}

function restoreError({ code, message, hints }: StoredError, others: readonly ApiError[] = []): ApiError {
  return new ApiError(code, message, hints, others);
}
