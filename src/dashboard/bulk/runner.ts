import { type Grant, grantOf, may } from '../../contract/access.ts';
import { isBlockedByLinks } from '../../contract/bulk.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { ApiError } from '../../contract/errors/api-error.ts';
import { type JobParts, onBehalfOf, type ProjectContext, type TrashParts } from '../../core/context/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import { TimeSlices } from '../../core/jobs/index.ts';
import { findMember, type MemberRecord } from '../../accounts/index.ts';
import { noteActivity } from '../../projects/index.ts';
import { changeItem, isGone, openTarget, titleOfItem } from './kinds.ts';
import {
  findSet,
  finishJob,
  releaseJob,
  findPart,
  advanceJob,
  startNextRound,
  removeParts,
  type StepResult,
  leasedJobs,
  deferToNextRound,
} from './repository.ts';
import type { BulkJobRecord, JobChange } from './schema.ts';

/** Attempts for an item that fails with an unexpected error, and the delay between them. */
const maxTries = 5;
const retryMs = 2_000;

const unexpectedError = {
  code: 'internal_error',
  message: 'The service could not change this item. The log has the reason.',
};

/** Errors that end a job, with the reason that the dashboard shows. */
const endingReasons: Partial<Record<ErrorCode, string>> = {
  unknown_release: 'The release was deleted.',
  release_not_ready: 'The release is still being copied.',
  unknown_locale: 'The language was removed.',
  unknown_content_type: 'The content type was deleted.',
  type_not_localized: 'The content type has no translated fields any more.',
};

/** Another runner claimed the job, or a person stopped it. Rolls back the current step. */
class JobLeaseLost extends Error {}

type Parts = Pick<
  JobParts,
  'system' | 'clock' | 'log' | 'openProject' | 'openRelease' | 'stopping' | 'bulkConcurrency'
> &
  Pick<TrashParts, 'trashKinds'>;

/**
 * Runs bulk changes: one job per project, a limited number of projects at once, in time slices. A step changes one item
 * and the job's position in one transaction, so no item is changed twice. Deletions that links blocked are retried in
 * rounds, as long as a round deletes something.
 */
export class BulkRunner {
  readonly #parts: Parts;
  readonly #slices: TimeSlices<BulkJobRecord>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#slices = new TimeSlices(parts, {
      name: 'bulk.run',
      rows: leasedJobs,
      work: (db, job, isOver) => this.#runTimeSlice(db, job, isOver),
    });
  }

  /** Starts due jobs in the background, up to the concurrency limit. */
  startDueJobs(): Promise<void> {
    return this.#slices.start();
  }

  /** Runs a job until it or its time slice ends. */
  async #runTimeSlice(db: ProjectDb, claimedJob: BulkJobRecord, isOver: () => boolean): Promise<void> {
    let job = claimedJob;
    let part = { from: 0, ids: [] as string[] };
    try {
      const member = await findMember(db, job.created_by.id);
      const grant = member === null ? null : grantOf(member.role, member.grant);
      const endReason = findEndReason(job, member);
      if (endReason !== null) return await this.#finish(db, job, endReason);
      const change = await changeOf(db, job);
      for (;;) {
        if (isOver()) return await this.#release(db, job);
        if (job.position >= (job.round_size ?? job.total)) {
          if ((job.waiting ?? 0) === 0) break;
          job = requireLease(await startNextRound(db, job, this.#slices.lease()));
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
    const { openProject, openRelease, trashKinds } = this.#parts;
    let advancedJob: BulkJobRecord | null = null;
    const advance = async (tx: ProjectDb, result: StepResult = 'done') =>
      (advancedJob = requireLease(await advanceJob(tx, job, this.#slices.lease(), result)));
    const memberContext = createMemberContext(
      await openProject(db.projectId),
      { job, grant, change },
      advance,
    );
    const target = await openTarget(job, memberContext, openRelease);
    if (job.tries >= maxTries)
      return advance(db, { id, title: await titleOfItem(target, id), ...unexpectedError });
    try {
      await changeItem(target, id, { change, trashKinds });
      return advancedJob ?? (await advance(db));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'temporarily_unavailable') throw error;
      if (isGone(job.action, error.code)) return advance(db, job.action === 'restore' ? 'unchanged' : 'done');
      const { code, message } = error;
      if (job.action === 'delete' && isBlockedByLinks(code) && job.is_last_round !== true) {
        await deferToNextRound(db, job, id);
        return advance(db, 'waits');
      }
      return advance(db, { id, title: await titleOfItem(target, id), code, message });
    }
  }

  async #finish(db: ProjectDb, job: BulkJobRecord, reason: string | null): Promise<void> {
    const now = this.#now();
    await finishJob(db, job, { holder: this.#slices.holder, now, reason });
    await noteActivity({ db, now }, 'bulk_jobs');
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
    await releaseJob(db, job, { holder: this.#slices.holder, now, turnAt, isFailure });
    await noteActivity({ db, now }, 'bulk_jobs');
  }

  #now(): Date {
    return this.#parts.clock.now();
  }
}

/** A job with its change and the grant of the member who started it. */
interface StepInput {
  job: BulkJobRecord;
  grant: Grant | null;
  change: JobChange;
}

/** The change that a job makes to each item. @throws JobLeaseLost if the job ended */
async function changeOf(db: ProjectDb, { _id, action, publishes }: BulkJobRecord): Promise<JobChange> {
  if (action === 'restore') return { action, publish: publishes === true };
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
  const memberContext = onBehalfOf(context, { ...caller, grant, isJob: true }, requestId);
  return {
    ...memberContext,
    commit: async (tx, result) => void (await commit(tx, result === 'unchanged' ? result : 'done')),
  };
}
