import { createHash, randomUUID } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import { Problem, problem } from '../contract/problem.ts';
import type { Clock } from '../platform/clock.ts';
import type {
  IdempotentOutcome,
  IdempotentRequest,
  IdempotentRunner,
  IdempotentWork,
} from '../platform/http/idempotency.ts';
import type { ProjectDb, SystemDb } from '../platform/mongo/handle.ts';
import { restoredAnswer, storedAnswer, storedProblem } from './answers.ts';
import {
  findIdempotencyRecord,
  insertIdempotencyRecord,
  noteCommitted,
  releaseIdempotencyKey,
  type RunningRequest,
  storeAnswer,
  takeOverRecord,
} from './repository.ts';
import type { IdempotencyRecord, StoredAnswer } from './schema.ts';

const keptMs = limits.idempotency_hours * 60 * 60 * 1000;

/** After so long, in milliseconds, a request that tells nothing has no process any more: it is longer than any may work. */
const aliveMs = 60_000;

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
    alive_until: new Date(now.getTime() + aliveMs),
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
      if (first.fingerprint !== mine.fingerprint) throw problem('idempotency_key_reused', {});
      if (first.answer !== null) return first.answer;
      if (first.alive_until > now) throw problem('idempotency_in_progress', { isLost: false });
      if (first.committed) throw problem('idempotency_in_progress', { isLost: true });
    }
    if (await takeOverRecord(db, first, mine)) return mine;
  }
  throw problem('idempotency_in_progress', { isLost: false });
}

interface RequestRun {
  db: ProjectDb;
  clock: Clock;
  /** The largest answer that is kept whole. */
  bytesMax: number;
  running: RunningRequest;
}

/** Does the work and keeps its answer, also when no caller waits for it any longer. */
async function run(
  { db, clock, bytesMax, running }: RequestRun,
  work: IdempotentWork,
): Promise<IdempotentOutcome['outcome']> {
  const commit = async (inside: ProjectDb) => {
    if (!(await noteCommitted(inside, running))) throw problem('idempotency_in_progress', { isLost: false });
  };
  let answer: StoredAnswer;
  let outcome: IdempotentOutcome['outcome'];
  let untilMs = Infinity;
  try {
    const made = await work(commit);
    untilMs = made.untilMs;
    outcome = made.answer;
    answer = await storedAnswer(made.answer, made.frame ?? { body: {}, large: null }, bytesMax);
  } catch (error) {
    if (!(error instanceof Problem) || !isKept(error.status)) {
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
