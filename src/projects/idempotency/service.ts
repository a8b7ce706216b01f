import { createHash, randomUUID } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import { ApiError, apiError } from '../../contract/errors/api-error.ts';
import type { Progress } from '../../core/context/index.ts';
import type { Clock } from '../../core/util/index.ts';
import type {
  IdempotentOutcome,
  IdempotentRequest,
  IdempotentRunner,
  IdempotentWork,
} from '../../core/http/index.ts';
import type { ProjectDb, SystemDb } from '../../core/mongo/index.ts';
import { restoreResponse, toStoredResponse, toStoredError } from './stored-response.ts';
import {
  addProgress,
  findIdempotencyRecord,
  insertIdempotencyRecord,
  noteCommitted,
  releaseIdempotencyKey,
  renewClaim,
  storeResponse,
  takeOverRecord,
} from './repository.ts';
import type { IdempotencyRecord, StoredResponse } from './schema.ts';

const storedMs = limits.idempotency_hours * 60 * 60 * 1000;

/** A claim ends this many milliseconds after its last renewal, so a killed process holds its key for this long. */
const claimMs = 10_000;
/** Longer than a transaction with its retries, so that at most one of them conflicts with a renewal. */
const renewEveryMs = claimMs / 2;

/** The largest response that is stored completely by default, in bytes. */
const defaultBytesMax = 64 * 1024;

/** How often a key may change hands during one request. */
const attemptsMax = 5;

/**
 * Creates the runner of requests with an `Idempotency-Key` (specification: idempotency): the first one runs, and
 * repetitions get the same response. The change notes in its own transaction that it is stored, so no repetition can
 * store it twice, even after a crash.
 */
export function createIdempotentRunner(
  system: SystemDb,
  clock: Clock,
  bytesMax: number = defaultBytesMax,
): IdempotentRunner {
  return async (request, work, rebuild = () => Promise.resolve(undefined)) => {
    const db = system.project(request.projectId);
    const claim = await begin(db, request, clock.now());
    if ('kind' in claim) return { outcome: await restoreResponse(claim, rebuild), isReplayed: true };
    const largest = request.resumes === true ? Infinity : bytesMax;
    const running = { db, clock, bytesMax: largest, running: claim };
    return { outcome: await run(running, work), isReplayed: false };
  };
}

/** The owner of a key. A person can use the same key in several projects; an API key has only one project. */
function ownerOf({ keyId, projectId }: IdempotentRequest): string {
  return keyId.startsWith('usr_') ? `${projectId}/${keyId}` : keyId;
}

/**
 * Takes the key, or returns the stored response of its first use. @throws idempotency_key_reused,
 * idempotency_in_progress
 */
async function begin(
  db: ProjectDb,
  request: IdempotentRequest,
  now: Date,
): Promise<IdempotencyRecord | StoredResponse> {
  const newRecord: IdempotencyRecord = {
    _id: `${ownerOf(request)}/${createHash('sha256').update(request.idempotencyKey).digest('hex')}`,
    attempt: randomUUID(),
    fingerprint: request.fingerprint,
    alive_until: new Date(now.getTime() + claimMs),
    committed: false,
    answer: null,
    expires_at: new Date(now.getTime() + storedMs),
  };
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (await insertIdempotencyRecord(db, newRecord)) return newRecord;
    const first = await findIdempotencyRecord(db, newRecord._id);
    if (first === null) continue; // it was released meanwhile
    const isExpired = first.expires_at <= now;
    if (!isExpired) {
      if (first.fingerprint !== newRecord.fingerprint) throw apiError('idempotency_key_reused', {});
      if (first.answer !== null) return first.answer;
      if (first.alive_until > now) throw inProgress(first.alive_until.getTime() - now.getTime());
      if (first.committed && request.resumes !== true)
        throw apiError('idempotency_in_progress', { isLost: true });
    }
    const continues = !isExpired && first.committed;
    const record = continues ? { ...newRecord, committed: true, progress: first.progress ?? [] } : newRecord;
    if (await takeOverRecord(db, first, record)) return record;
  }
  throw inProgress(claimMs);
}

/**
 * A claim renewed after this request read its clock can be longer than `claimMs`.
 *
 * @param leftMs - remaining milliseconds of the running request's claim
 */
function inProgress(leftMs: number): ApiError {
  return apiError('idempotency_in_progress', {
    isLost: false,
    retryAfter: Math.max(1, Math.ceil(Math.min(leftMs, claimMs) / 1000)),
  });
}

interface RequestRun {
  db: ProjectDb;
  clock: Clock;
  /** The largest response that is stored completely, in bytes. */
  bytesMax: number;
  running: IdempotencyRecord;
}

/** Renews the claim while the work runs. If a renewal fails, the next one follows. */
async function withClaim<T>({ db, clock, running }: RequestRun, work: () => Promise<T>): Promise<T> {
  const renew = () => {
    const until = new Date(clock.now().getTime() + claimMs);
    void renewClaim(db, running, until).catch(() => undefined);
  };
  const timer = setInterval(renew, renewEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

/** Runs the work and stores its response, even if no caller waits for it any more. */
async function run(request: RequestRun, work: IdempotentWork): Promise<IdempotentOutcome['outcome']> {
  const { db, clock, bytesMax, running } = request;
  const commit = async (tx: ProjectDb) => {
    if (!(await noteCommitted(tx, running))) throw inProgress(claimMs);
  };
  const progress: Progress = {
    results: running.progress ?? [],
    add: async (tx, results) => {
      if (!(await addProgress(tx, running, results))) throw inProgress(claimMs);
    },
  };
  let storedResponse: StoredResponse;
  let outcome: IdempotentOutcome['outcome'];
  let untilMs = Infinity;
  try {
    const response = await withClaim(request, () => work(commit, progress));
    untilMs = response.untilMs;
    outcome = response.response;
    storedResponse = await toStoredResponse(
      response.response,
      response.frame ?? { body: {}, large: null },
      bytesMax,
    );
  } catch (error) {
    if (!(error instanceof ApiError) || !isStored(error.status)) {
      await releaseIdempotencyKey(db, running, clock.now());
      throw error;
    }
    outcome = error;
    storedResponse = toStoredError(error);
  }
  const expires_at = new Date(Math.min(clock.now().getTime() + storedMs, untilMs));
  await storeResponse(db, running, { answer: storedResponse, expires_at });
  return outcome;
}

/**
 * Rejections of the caller and failures of the service can end differently later, so they aren't stored (specification:
 * idempotency).
 */
function isStored(status: number): boolean {
  return ![401, 403, 429].includes(status) && status < 500;
}
