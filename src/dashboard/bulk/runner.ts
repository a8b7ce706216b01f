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
  giveBack,
  type Hold,
  idsAround,
  moveOn,
  nextJob,
  nextRound,
  removeParts,
  type StepEnd,
  takeJob,
  waitForNextRound,
} from './repository.ts';
import type { BulkJobRecord } from './schema.ts';

/** A job without a step for this long has no process any more, in milliseconds. */
const heldMs = 15_000;
/** How long a job goes on before others have their turn, in milliseconds. */
const turnMs = 3_000;
/** How often one item is tried that fails for no fault of its own, and the wait after it, in milliseconds. */
const triesMax = 5;
const retryMs = 2_000;
/** Time between two looks for jobs, in milliseconds. */
const lookMs = 1_000;

const unexplained = {
  code: 'internal_error',
  message: 'The service could not change this item. The log has the reason.',
};

/** Errors that end a job, and the reason that the dashboard shows. */
const endingReasons: Partial<Record<ErrorCode, string>> = {
  unknown_release: 'The release was deleted.',
  release_not_ready: 'The release is still being copied.',
};

/** Another runner has the job now, or a person stopped it: nothing of this step is stored. */
class JobLeaseLost extends Error {}

type Parts = Pick<
  JobParts,
  'system' | 'clock' | 'log' | 'openProject' | 'openRelease' | 'stopping' | 'bulkConcurrency'
>;

/**
 * Makes the bulk changes of all projects: of one project one, of so many projects at once as there are places, each for
 * a turn. A step changes one item and moves the job's position in one transaction, so that no item is changed twice,
 * whichever process goes on. Deletions that links forbade are tried again, in rounds, while a round deletes something.
 */
export class BulkRunner {
  readonly #parts: Parts;
  readonly #holder = randomUUID();
  /** Projects at work. */
  readonly #busy = new Set<string>();
  readonly #loop: ProjectLoop;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#loop = projectLoop(parts.system, 'bulk.run', lookMs);
  }

  /** Takes jobs whose turn has come, as long as there are places; they go on in the background. */
  async look(): Promise<void> {
    const { system, bulkConcurrency } = this.#parts;
    while (!this.#isStopping() && this.#busy.size < bulkConcurrency) {
      const except = [...this.#busy, ...this.#loop.pausedProjects()];
      const found = await nextJob(system, this.#now(), except);
      if (found === null || this.#busy.has(found.project_id)) return;
      const { project_id: projectId } = found;
      this.#busy.add(projectId);
      const db = system.project(projectId);
      const job = await this.#claim(db, found);
      if (job !== null) runInBackground('bulk changes', () => this.#take(db, job));
    }
  }

  /** Null if another runner has the job, or if it cannot be taken for now. */
  async #claim(db: ProjectDb, job: BulkJobRecord): Promise<BulkJobRecord | null> {
    const taken: BulkJobRecord[] = [];
    const take = async () => {
      const own = await takeJob(db, job, this.#hold());
      if (own !== null) taken.push(own);
    };
    try {
      await this.#loop.run(db.projectId, take);
      return taken[0] ?? null;
    } finally {
      if (taken.length === 0) this.#busy.delete(db.projectId);
    }
  }

  async #take(db: ProjectDb, job: BulkJobRecord): Promise<void> {
    await this.#turn(db, job).finally(() => this.#busy.delete(db.projectId));
    await this.look();
  }

  /** Goes on with a job until it ends or its turn does. */
  async #turn(db: ProjectDb, taken: BulkJobRecord): Promise<void> {
    const endsAt = performance.now() + turnMs;
    let job = taken;
    let part = { from: 0, ids: [] as string[] };
    try {
      const member = await findMember(db, job.created_by.id);
      const grant = member === null ? null : grantOf(member.role, member.grant);
      const ended = whyEnded(job, member);
      if (ended !== null) return await this.#finish(db, job, ended);
      const change = await changeOf(db, job);
      for (;;) {
        if (this.#isStopping() || performance.now() > endsAt) return await this.#giveBack(db, job);
        if (job.position >= (job.round_size ?? job.total)) {
          if ((job.waiting ?? 0) === 0) break;
          job = held(await nextRound(db, job, this.#hold()));
          part = { from: 0, ids: [] };
        }
        if (part.ids[job.position - part.from] === undefined) part = await idsAround(db, job);
        job = await this.#step(db, { job, grant, change }, part.ids[job.position - part.from] ?? '');
      }
      await this.#finish(db, job, null);
    } catch (error) {
      if (error instanceof JobLeaseLost) return;
      await this.#giveBack(db, job, error);
    }
  }

  /** Changes one item. @throws JobLeaseLost, and what is no refusal of this item */
  async #step(db: ProjectDb, { job, grant, change }: Begun, id: string): Promise<BulkJobRecord> {
    const { openProject, openRelease } = this.#parts;
    let moved: BulkJobRecord | null = null;
    const move = async (tx: ProjectDb, end: StepEnd = 'done') =>
      (moved = held(await moveOn(tx, job, this.#hold(), end)));
    const opened = asMember(await openProject(db.projectId), { job, grant, change }, move);
    const target = await openTarget(job, opened, openRelease);
    if (job.tries >= triesMax) return move(db, { id, title: await titleOfItem(target, id), ...unexplained });
    try {
      await changeItem(target, id, change);
      return moved ?? (await move(db));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'temporarily_unavailable') throw error;
      if (isGone(job.action, error.code)) return move(db);
      const { code, message } = error;
      if (job.action === 'delete' && isBlockedByLinks(code) && job.is_last_round !== true) {
        await waitForNextRound(db, job, id);
        return move(db, 'waits');
      }
      return move(db, { id, title: await titleOfItem(target, id), code, message });
    }
  }

  async #finish(db: ProjectDb, job: BulkJobRecord, reason: string | null): Promise<void> {
    await finishJob(db, job, { holder: this.#holder, now: this.#now(), reason });
    await removeParts(db, job._id);
  }

  async #giveBack(db: ProjectDb, job: BulkJobRecord, error: unknown = null): Promise<void> {
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
    await giveBack(db, job, { holder: this.#holder, now, turnAt, isFailure });
  }

  #hold(): Hold {
    return { holder: this.#holder, until: new Date(this.#now().getTime() + heldMs) };
  }

  #now(): Date {
    return this.#parts.clock.now();
  }

  #isStopping(): boolean {
    return this.#parts.stopping?.aborted === true;
  }
}

/** A job with what the member who began it may do. */
interface Begun {
  job: BulkJobRecord;
  grant: Grant | null;
  change: BulkChange;
}

/** What a job does to each item. @throws JobLeaseLost if it ended */
async function changeOf(db: ProjectDb, { _id, action }: BulkJobRecord): Promise<BulkChange> {
  if (action !== 'set') return { action };
  const set = await findSet(db, _id);
  if (set === null) throw new JobLeaseLost();
  return { action, set };
}

/** A job that is still this runner's. @throws JobLeaseLost */
function held(job: BulkJobRecord | null): BulkJobRecord {
  if (job === null) throw new JobLeaseLost();
  return job;
}

/** Why a job ends early: the person who started it is gone, or lost the permission. Checked at each turn. */
function whyEnded(
  { created_by: { name }, draft_only: isDraftOnly }: BulkJobRecord,
  member: MemberRecord | null,
): string | null {
  if (member === null) return `${name} is no longer a member of this project.`;
  const grant = grantOf(member.role, member.grant);
  if (isDraftOnly === true) return may(grant, 'draft') ? null : `${name} may no longer edit in this project.`;
  return may(grant, 'publish') ? null : `${name} may no longer publish in this project.`;
}

/** The call of the member who began the job: versions, trash and events name that person. */
function asMember(
  context: ProjectContext,
  { job, grant }: Begun,
  commit: (tx: ProjectDb, end: StepEnd) => Promise<unknown>,
): ProjectContext {
  const {
    _id: requestId,
    created_by: { id, name },
  } = job;
  const who = { kind: 'user', keyId: id, purpose: 'secret', name, expiresAt: null, address: '' } as const;
  const opened = onBehalfOf(context, { ...who, grant }, requestId);
  return {
    ...opened,
    commit: async (tx, ending) => void (await commit(tx, ending === 'unchanged' ? ending : 'done')),
  };
}
