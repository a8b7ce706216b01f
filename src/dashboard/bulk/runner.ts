import { randomUUID } from 'node:crypto';
import { type Grant, grantOf, may } from '../../contract/access.ts';
import { type BulkChange, isBlockedByLinks } from '../../contract/bulk.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { ApiError } from '../../contract/errors/api-error.ts';
import { runInBackground } from '../../core/util/index.ts';
import { type JobParts, onBehalfOf, type ProjectContext } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { type ProjectLoop, projectLoop } from '../../core/jobs/index.ts';
import { findMember, type MemberRecord } from '../../accounts/index.ts';
import { changeItem, isGone, openTarget, titleOfItem } from './kinds.ts';
import {
  findSet,
  finishJob,
  releaseJob,
  type Lease,
  findPart,
  advanceJob,
  findNextJob,
  startNextRound,
  removeParts,
  type StepResult,
  claimJob,
  deferToNextRound,
} from './repository.ts';
import type { BulkJobRecord } from './schema.ts';

/** Another runner can claim a job that made no step for this long. */
const leaseMs = 15_000;
/** How long a job runs before other jobs get a time slice. */
const timeSliceMs = 3_000;
/** Attempts for an item that fails with an unexpected error, and the delay between them. */
const maxTries = 5;
const retryMs = 2_000;
const pollMs = 1_000;

const unexpectedError = {
  code: 'internal_error',
  message: 'The service could not change this item. The log has the reason.',
};

/** Errors that end a job, with the reason that the dashboard shows. */
const endingReasons: Partial<Record<ErrorCode, string>> = {
  unknown_release: 'The release was deleted.',
  release_not_ready: 'The release is still being copied.',
};

/** Another runner claimed the job, or a person stopped it. Rolls back the current step. */
class JobLeaseLost extends Error {}

type Parts = Pick<
  JobParts,
  'system' | 'clock' | 'log' | 'openProject' | 'openRelease' | 'stopping' | 'bulkConcurrency'
>;

/**
 * Runs bulk changes: one job per project, a limited number of projects at once, in time slices. A step changes one item
 * and the job's position in one transaction, so no item is changed twice. Deletions that links blocked are retried in
 * rounds, as long as a round deletes something.
 */
export class BulkRunner {
  readonly #parts: Parts;
  readonly #holder = randomUUID();
  /** Projects whose job runs in this process. */
  readonly #busy = new Set<string>();
  readonly #loop: ProjectLoop;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#loop = projectLoop(parts.system, 'bulk.run', pollMs);
  }

  /** Starts due jobs in the background, up to the concurrency limit. */
  async startDueJobs(): Promise<void> {
    const { system, bulkConcurrency } = this.#parts;
    while (!this.#isStopping() && this.#busy.size < bulkConcurrency) {
      const excludedProjects = [...this.#busy, ...this.#loop.pausedProjects()];
      const nextJob = await findNextJob(system, this.#now(), excludedProjects);
      if (nextJob === null || this.#busy.has(nextJob.project_id)) return;
      const { project_id: projectId } = nextJob;
      this.#busy.add(projectId);
      const db = system.project(projectId);
      const job = await this.#claim(db, nextJob);
      if (job !== null) runInBackground('bulk changes', () => this.#runJob(db, job));
    }
  }

  /** Claims a job; null if another runner has it or its project is paused. */
  async #claim(db: ProjectDb, job: BulkJobRecord): Promise<BulkJobRecord | null> {
    const claimedJobs: BulkJobRecord[] = [];
    const claim = async () => {
      const claimedJob = await claimJob(db, job, this.#lease());
      if (claimedJob !== null) claimedJobs.push(claimedJob);
    };
    try {
      await this.#loop.run(db.projectId, claim);
      return claimedJobs[0] ?? null;
    } finally {
      if (claimedJobs.length === 0) this.#busy.delete(db.projectId);
    }
  }

  async #runJob(db: ProjectDb, job: BulkJobRecord): Promise<void> {
    await this.#runTimeSlice(db, job).finally(() => this.#busy.delete(db.projectId));
    await this.startDueJobs();
  }

  /** Runs a job until it or its time slice ends. */
  async #runTimeSlice(db: ProjectDb, claimedJob: BulkJobRecord): Promise<void> {
    const endsAt = performance.now() + timeSliceMs;
    let job = claimedJob;
    let part = { from: 0, ids: [] as string[] };
    try {
      const member = await findMember(db, job.created_by.id);
      const grant = member === null ? null : grantOf(member.role, member.grant);
      const endReason = findEndReason(job, member);
      if (endReason !== null) return await this.#finish(db, job, endReason);
      const change = await changeOf(db, job);
      for (;;) {
        if (this.#isStopping() || performance.now() > endsAt) return await this.#release(db, job);
        if (job.position >= (job.round_size ?? job.total)) {
          if ((job.waiting ?? 0) === 0) break;
          job = requireLease(await startNextRound(db, job, this.#lease()));
          part = { from: 0, ids: [] };
        }
        if (part.ids[job.position - part.from] === undefined) part = await findPart(db, job);
        job = await this.#step(db, { job, grant, change }, part.ids[job.position - part.from] ?? '');
      }
      await this.#finish(db, job, null);
    } catch (error) {
      if (error instanceof JobLeaseLost) return;
      await this.#release(db, job, error);
    }
  }

  /** Changes one item. @throws JobLeaseLost, and errors that are not about this item */
  async #step(db: ProjectDb, { job, grant, change }: StepInput, id: string): Promise<BulkJobRecord> {
    const { openProject, openRelease } = this.#parts;
    let advancedJob: BulkJobRecord | null = null;
    const advance = async (tx: ProjectDb, result: StepResult = 'done') =>
      (advancedJob = requireLease(await advanceJob(tx, job, this.#lease(), result)));
    const memberContext = createMemberContext(
      await openProject(db.projectId),
      { job, grant, change },
      advance,
    );
    const target = await openTarget(job, memberContext, openRelease);
    if (job.tries >= maxTries)
      return advance(db, { id, title: await titleOfItem(target, id), ...unexpectedError });
    try {
      await changeItem(target, id, change);
      return advancedJob ?? (await advance(db));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'temporarily_unavailable') throw error;
      if (isGone(job.action, error.code)) return advance(db);
      const { code, message } = error;
      if (job.action === 'delete' && isBlockedByLinks(code) && job.is_last_round !== true) {
        await deferToNextRound(db, job, id);
        return advance(db, 'waits');
      }
      return advance(db, { id, title: await titleOfItem(target, id), code, message });
    }
  }

  async #finish(db: ProjectDb, job: BulkJobRecord, reason: string | null): Promise<void> {
    await finishJob(db, job, { holder: this.#holder, now: this.#now(), reason });
    await removeParts(db, job._id);
  }

  async #release(db: ProjectDb, job: BulkJobRecord, error: unknown = null): Promise<void> {
    const now = this.#now();
    if (error !== null) {
      const reason = error instanceof ApiError ? endingReasons[error.code] : undefined;
      if (reason !== undefined) return this.#finish(db, job, reason);
      this.#parts.log.warn(
        { job: job._id, fault: error instanceof Error ? error.message : 'unknown' },
        'a step of a bulk change failed; it is tried again',
      );
    }
    const isFailure = error !== null;
    const turnAt = isFailure ? new Date(now.getTime() + retryMs) : now;
    await releaseJob(db, job, { holder: this.#holder, now, turnAt, isFailure });
  }

  #lease(): Lease {
    return { holder: this.#holder, until: new Date(this.#now().getTime() + leaseMs) };
  }

  #now(): Date {
    return this.#parts.clock.now();
  }

  #isStopping(): boolean {
    return this.#parts.stopping?.aborted === true;
  }
}

/** A job with its change and the grant of the member who started it. */
interface StepInput {
  job: BulkJobRecord;
  grant: Grant | null;
  change: BulkChange;
}

/** The change that a job makes to each item. @throws JobLeaseLost if the job ended */
async function changeOf(db: ProjectDb, { _id, action }: BulkJobRecord): Promise<BulkChange> {
  if (action !== 'set') return { action };
  const set = await findSet(db, _id);
  if (set === null) throw new JobLeaseLost();
  return { action, set };
}

/** Returns the job. @throws JobLeaseLost if this runner no longer holds it */
function requireLease(job: BulkJobRecord | null): BulkJobRecord {
  if (job === null) throw new JobLeaseLost();
  return job;
}

/** Why a job must end early: the person who started it left or lost the permission. Checked in each time slice. */
function findEndReason(
  { created_by: { name }, draft_only: isDraftOnly }: BulkJobRecord,
  member: MemberRecord | null,
): string | null {
  if (member === null) return `${name} is no longer a member of this project.`;
  const grant = grantOf(member.role, member.grant);
  if (isDraftOnly === true) return may(grant, 'draft') ? null : `${name} may no longer edit in this project.`;
  return may(grant, 'publish') ? null : `${name} may no longer publish in this project.`;
}

/** The context of the member who started the job, so that versions, trash and events name that person. */
function createMemberContext(
  context: ProjectContext,
  { job, grant }: StepInput,
  commit: (tx: ProjectDb, result: StepResult) => Promise<unknown>,
): ProjectContext {
  const {
    _id: requestId,
    created_by: { id, name },
  } = job;
  const caller = { kind: 'user', keyId: id, purpose: 'secret', name, expiresAt: null, address: '' } as const;
  const memberContext = onBehalfOf(context, { ...caller, grant }, requestId);
  return {
    ...memberContext,
    commit: async (tx, result) => void (await commit(tx, result === 'unchanged' ? result : 'done')),
  };
}
