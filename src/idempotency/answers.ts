import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Problem } from '../contract/problem.ts';
import type { ReadyAnswer } from '../platform/http/ready-answer.ts';
import type { StoredAnswer, StoredProblem } from './schema.ts';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Bodies above this are packed; what is larger than a row can hold even then is not kept. In bytes. */
const packedFrom = 64 * 1024;
const keptMax = 12 * 1024 * 1024;

/** The stored form of an answer; null for one that is too large to be kept. */
export async function storedAnswer(answer: ReadyAnswer): Promise<StoredAnswer | null> {
  const { status, mediaType: media_type, bytes: plain, etag, location } = answer;
  const is_packed = plain !== null && plain.length > packedFrom;
  const bytes = is_packed ? await pack(plain) : plain;
  if (bytes !== null && bytes.length > keptMax) return null;
  return { kind: 'answer', status, media_type, bytes, is_packed, etag, location };
}

export function storedProblem(problem: Problem): StoredAnswer {
  return { kind: 'problem', first: plainProblem(problem), others: problem.others.map(plainProblem) };
}

function plainProblem({ code, message, hints }: Problem): StoredProblem {
  return { code, message, hints };
}

/** What the first request was answered, as it can be sent or thrown again. */
export async function restored(stored: StoredAnswer): Promise<ReadyAnswer | Problem> {
  if (stored.kind === 'problem') {
    const { first, others } = stored;
    return restoredProblem(
      first,
      others.map((other) => restoredProblem(other)),
    );
  }
  const { status, media_type: mediaType, bytes: kept, is_packed, etag, location } = stored;
  const bytes = kept !== null && is_packed ? await unpack(kept) : kept;
  return { status, mediaType, bytes, etag, location };
}

function restoredProblem({ code, message, hints }: StoredProblem, others: readonly Problem[] = []): Problem {
  return new Problem(code, message, hints, others);
}
