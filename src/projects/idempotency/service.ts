import { createHash, randomUUID } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import type { Clock } from '../../core/util/index.ts';
import type {
  IdempotentOutcome,
  IdempotentRequest,
  IdempotentRunner,
  IdempotentWork,
} from '../../core/http/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { restoredAnswer, storedAnswer, storedProblem } from './answers.ts';
import {
  findIdempotencyRecord,
  insertIdempotencyRecord,
  noteCommitted,
  releaseIdempotencyKey,
  renewClaim,
  type RunningRequest,
  storeAnswer,
  takeOverRecord,
} from './repository.ts';
import type { IdempotencyRecord, StoredAnswer } from './schema.ts';

const keptMs = limits.idempotency_hours * 60 * 60 * 1000;

/** A claim ends this many milliseconds after its process last renewed it: so long a killed process holds its key. */
const claimMs = 10_000;
/** Longer than a transaction and its retries may take, so that a renewal conflicts with one of them at most. */
const renewEveryMs = claimMs / 2;

/** The largest answer that is kept whole, in bytes, unless the operator says otherwise. */
const defaultBytesMax = 64 * 1024;

/** How often a key may change hands while one request looks at it. */
const attemptsMax = 5;

/**
 * Makes the runner of requests that carry an `Idempotency-Key` (specification: idempotency): the first one is worked
 * on, and each repetition gets the same answer. The change notes in its own transaction that it is stored, so that no
 * repetition can store it twice, even after a crash or a take-over.
 */
export function createIdempotentRunner(
  system: SystemDb,
  clock: Clock,
  bytesMax: number = defaultBytesMax,
): IdempotentRunner {
  return async (request, work, remake = () => Promise.resolve(undefined)) => {
    const db = system.project(request.projectId);
    const begun = await begin(db, request, clock.now());
    if ('kind' in begun) return { outcome: await restoredAnswer(begun, remake), isReplayed: true };
    return { outcome: await run({ db, clock, bytesMax, running: begun }, work), isReplayed: false };
  };
}

/** Names of a person belong to one project each; an API key has only one. */
function ownerOf({ keyId, projectId }: IdempotentRequest): string {
  return keyId.startsWith('usr_') ? `${projectId}/${keyId}` : keyId;
}

/** Takes the key, or answers what its first use was answered. @throws idempotency_key_reused, idempotency_in_progress */
async function begin(
  db: ProjectDb,
  request: IdempotentRequest,
  now: Date,
): Promise<RunningRequest | StoredAnswer> {
  const mine: IdempotencyRecord = {
    _id: `${ownerOf(request)}/${createHash('sha256').update(request.idempotencyKey).digest('hex')}`,
    attempt: randomUUID(),
    fingerprint: request.fingerprint,
    alive_until: new Date(now.getTime() + claimMs),
    committed: false,
    answer: null,
    expires_at: new Date(now.getTime() + keptMs),
  };
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (await insertIdempotencyRecord(db, mine)) return mine;
    const first = await findIdempotencyRecord(db, mine._id);
    if (first === null) continue; // it was given up meanwhile
    const isOver = first.expires_at <= now;
    if (!isOver) {
      if (first.fingerprint !== mine.fingerprint) throw apiError('idempotency_key_reused', {});
      if (first.answer !== null) return first.answer;
      if (first.alive_until > now) throw inProgress(first.alive_until.getTime() - now.getTime());
      if (first.committed) throw apiError('idempotency_in_progress', { isLost: true });
    }
    if (await takeOverRecord(db, first, mine)) return mine;
  }
  throw inProgress(claimMs);
}

/** @param leftMs - how long the claim of the running request lasts, in milliseconds */
function inProgress(leftMs: number): ApiError {
  return apiError('idempotency_in_progress', {
    isLost: false,
    retryAfter: Math.max(1, Math.ceil(leftMs / 1000)),
  });
}

interface RequestRun {
  db: ProjectDb;
  clock: Clock;
  /** The largest answer that is kept whole. */
  bytesMax: number;
  running: RunningRequest;
}

/** Renews the claim for as long as its work takes. A failed renewal is left to the next one. */
async function withClaim<T>({ db, clock, running }: RequestRun, work: () => Promise<T>): Promise<T> {
  const renew = () => {
    const until = new Date(clock.now().getTime() + claimMs);
    void renewClaim(db, running, until).catch(() => undefined);
  };
  const renewing = setInterval(renew, renewEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}

/** Does the work and stores its response, also when no caller waits for it any longer. */
async function run(request: RequestRun, work: IdempotentWork): Promise<IdempotentOutcome['outcome']> {
  const { db, clock, bytesMax, running } = request;
  const commit = async (tx: ProjectDb) => {
    if (!(await noteCommitted(tx, running))) throw inProgress(claimMs);
  };
  let answer: StoredAnswer;
  let outcome: IdempotentOutcome['outcome'];
  let untilMs = Infinity;
  try {
    const made = await withClaim(request, () => work(commit));
    untilMs = made.untilMs;
    outcome = made.answer;
    answer = await storedAnswer(made.answer, made.frame ?? { body: {}, large: null }, bytesMax);
  } catch (error) {
    if (!(error instanceof ApiError) || !isKept(error.status)) {
      await releaseIdempotencyKey(db, running, clock.now());
      throw error;
    }
    outcome = error;
    answer = storedProblem(error);
  }
  const expires_at = new Date(Math.min(clock.now().getTime() + keptMs, untilMs));
  await storeAnswer(db, running, { answer, expires_at });
  return outcome;
}

/** Refusals of the caller and failures of ours may end otherwise when they are asked again (specification: idempotency). */
function isKept(status: number): boolean {
  return ![401, 403, 429].includes(status) && status < 500;
}
