import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { ApiError } from '../../contract/errors/api-error.ts';
import type { ResponseFrame, RebuildPart, SerializedResponse } from '../../core/http/index.ts';
import type { StoredAnswer, StoredProblem } from './schema.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Bodies above this are packed. In bytes. */
const packedFrom = 16 * 1024;

/** The stored form of an answer. Of one above `bytesMax` its frame is kept: what is large in it is made again. */
export async function storedAnswer(
  answer: SerializedResponse,
  { body, large }: ResponseFrame,
  bytesMax: number,
): Promise<StoredAnswer> {
  const { status, mediaType: media_type, bytes: plain, etag, location } = answer;
  if (plain !== null && plain.length > bytesMax) {
    const frame = Buffer.from(JSON.stringify(body));
    const { id, slug, revision } = body;
    const bytes =
      frame.length > bytesMax
        ? Buffer.from(JSON.stringify({ id, slug, revision, [large ?? '']: null }))
        : frame;
    return { kind: 'answer', status, media_type, bytes, is_packed: false, large, etag, location };
  }
  const is_packed = plain !== null && plain.length > packedFrom;
  const bytes = is_packed ? await pack(plain) : plain;
  return { kind: 'answer', status, media_type, bytes, is_packed, etag, location };
}

export function storedProblem(problem: ApiError): StoredAnswer {
  return { kind: 'problem', first: plainProblem(problem), others: problem.others.map(plainProblem) };
}

function plainProblem({ code, message, hints }: ApiError): StoredProblem {
  return { code, message, hints };
}

/** The answer to a repetition whose first answer was too large to be kept and cannot be made again. */
const notKept = {
  code: 'body_not_kept',
  message: 'The first response was too large to be stored, and that version no longer exists. Read the item.',
};

/** What the first request was answered, as it can be sent or thrown again. */
export async function restoredAnswer(
  stored: StoredAnswer,
  remake: RebuildPart,
): Promise<SerializedResponse | ApiError> {
  if (stored.kind === 'problem') {
    const { first, others } = stored;
    return restoredProblem(
      first,
      others.map((other) => restoredProblem(other)),
    );
  }
  const { status, media_type: mediaType, bytes: kept, is_packed, etag, location } = stored;
  if (stored.large !== undefined && kept !== null) {
    const bytes = Buffer.from(JSON.stringify(await whole(kept, stored.large, remake)));
    return { status, mediaType, bytes, etag, location };
  }
  const bytes = kept !== null && is_packed ? await unpack(kept) : kept;
  return { status, mediaType, bytes, etag, location };
}

/** A frame with its large part, made again from the version of its revision. */
async function whole(kept: Buffer, large: string | null, remake: RebuildPart): Promise<object> {
  const frame = JSON.parse(kept.toString()) as Record<string, unknown>;
  const { id, revision } = frame;
  const canBeMade = large !== null && typeof id === 'string' && typeof revision === 'number';
  const part = canBeMade ? await remake({ id, revision }) : undefined;
  if (large !== null && part !== undefined) return { ...frame, [large]: part };
  const { warnings = [], ...meta } = (frame['meta'] ?? {}) as { warnings?: object[] };
  const rest = Object.fromEntries(Object.entries(frame).filter(([key]) => key !== large));
  return { ...rest, meta: { ...meta, warnings: [...warnings, notKept] } };
}

function restoredProblem(
  { code, message, hints }: StoredProblem,
  others: readonly ApiError[] = [],
): ApiError {
  return new ApiError(code, message, hints, others);
}
