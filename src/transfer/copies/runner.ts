import { setTimeout as wait } from 'node:timers/promises';
import { findMember, giveRole, auditedRole, storeCopyOf, systemInTransaction } from '../../accounts/index.ts';
import { ApiError } from '../../contract/errors/api-error.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { jobActor } from '../../contract/events/actor.ts';
import type { ExportParts, JobParts } from '../../core/context/index.ts';
import { TimeSlices } from '../../core/jobs/index.ts';
import type { ProjectDb } from '../../core/mongo/index.ts';
import {
  type AuditWriter,
  findProject,
  newProject,
  type NewProject,
  type ProjectRecord,
  storeProjectAudit,
  writeSystem,
} from '../../projects/index.ts';
import type { RemovalParts } from '../remove-project.ts';
import { copyProject, removeUnfinished, votesParts } from './copy.ts';
import { CopyProgress } from './progress.ts';
import { changeHeldCopy, leasedCopies } from './repository.ts';
import type { CopyRecord } from './schema.ts';

/** Attempts of a copy, and the milliseconds before the next one. */
const [maxAttempts, retryMs] = [5, 2_000];
/** Milliseconds between two renewals of the lease, which also store the progress. */
const renewEveryMs = 1_000;

/** Errors that end a copy. Their messages are shown. */
const endingCodes: readonly ErrorCode[] = [
  'project_creation_refused',
  'limit_reached',
  'invalid_field_value',
  'not_signed_in',
];

/** Another runner has claimed the copy, or its project was deleted. */
class CopyLeaseLost extends Error {}
/** The process is shutting down. Another process starts a new attempt. */
class CopyInterrupted extends Error {}

type Parts = Omit<RemovalParts, 'source'> &
  Pick<JobParts, 'clock' | 'log' | 'bulkConcurrency' | 'stopping' | 'projectCreation'> &
  ExportParts;

/**
 * Copies projects in the background, one of a project at a time. An interrupted copy starts again with a new project, so
 * that two processes never write into one project. The unfinished project is removed first.
 */
export class CopyRunner {
  readonly #parts: Parts;
  readonly #slices: TimeSlices<CopyRecord>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#slices = new TimeSlices(parts, {
      name: 'project-copies.run',
      rows: leasedCopies,
      work: (db, record) => this.#run(db, record),
    });
  }

  /** Starts due copies in the background, up to the concurrency limit. */
  startDueCopies(): Promise<void> {
    return this.#slices.start();
  }

  async #run(db: ProjectDb, row: CopyRecord): Promise<void> {
    const record = { ...row, attempts: row.attempts + 1 };
    const progress = new CopyProgress();
    const end = new AbortController();
    const renewal = this.#renewLease(db, { record, progress, end });
    try {
      await this.#change(db, record, { attempts: record.attempts });
      await this.#copy(db, record, progress);
    } catch (error) {
      if (!(error instanceof CopyLeaseLost)) await this.#release(db, record, error);
    } finally {
      end.abort();
      await renewal;
    }
  }

  /** Runs one attempt. */
  async #copy(db: ProjectDb, record: CopyRecord, progress: CopyProgress): Promise<void> {
    const now = this.#now();
    if (record.target !== null) {
      const actor = jobActor('project-copies.sweep');
      await removeUnfinished({ ...this.#parts, source: { now, actor } }, record.target);
    }
    const { id: personId, name } = record.created_by;
    const isTemplate = record.from_template === true;
    if (record.attempts > maxAttempts) return this.#fail(db, record, 'It was interrupted too often.');
    if (!isTemplate && (await findMember(db, personId))?.role !== 'owner')
      return this.#fail(db, record, `${name} is no longer an owner of this project.`);
    const original = await findProject(db);
    if (original === null) return;
    const actor = { kind: 'user', id: personId, name } as const;
    const writer: AuditWriter = { now, actor, origin: { via: 'dashboard', requestId: record._id } };
    const parts = { ...this.#parts, parts: this.#parts.projectParts, source: writer };
    await copyProject(original, parts, {
      name: record.name,
      ...(isTemplate ? { without: votesParts } : {}),
      history: record.history === true,
      progress: (step) => progress.update(step),
      create: (input) => {
        progress.beginImport();
        return this.#createTarget(db, record, { input, writer });
      },
      onComplete: async (tx) => {
        const member = await giveRole(tx, personId, { role: 'owner', now });
        await storeProjectAudit(tx, [auditedRole(null, member)], writer);
        const originalTx = systemInTransaction(tx).project(db.projectId);
        const done = { status: 'done', target: tx.projectId, progress: 100, finished_at: now } as const;
        await this.#change(originalTx, record, done);
      },
      leavesCopy: (error) => error instanceof CopyInterrupted,
    });
  }

  /** Stores the hidden project, and its id in the copy's row, so that the next attempt can remove it. */
  #createTarget(
    db: ProjectDb,
    record: CopyRecord,
    { input, writer }: { input: NewProject; writer: AuditWriter },
  ): Promise<ProjectRecord> {
    const { system, projectCreation } = this.#parts;
    const madeBy = { user_id: writer.actor.id, request_id: `${record._id}/${record.attempts}` };
    const project = newProject({ ...input, madeBy }, writer.now);
    return writeSystem(system, writer, async (tx) => {
      await storeCopyOf(tx.system, project, { writer, projectCreation });
      await this.#change(tx.system.project(db.projectId), record, { target: project._id });
      return tx.continued(project); // the audit row is in the new project's log
    });
  }

  /** Renews the lease until the attempt ends. Steps of the copy fail once the lease is lost or the process shuts down. */
  async #renewLease(
    db: ProjectDb,
    { record, progress, end }: { record: CopyRecord; progress: CopyProgress; end: AbortController },
  ): Promise<void> {
    while (!end.signal.aborted) {
      await wait(renewEveryMs, undefined, { signal: end.signal }).catch(() => undefined);
      if (end.signal.aborted) return;
      if (this.#parts.stopping?.aborted === true) progress.stop(new CopyInterrupted());
      const { until } = this.#slices.lease();
      const change = { held_until: until, progress: progress.percent };
      await this.#change(db, record, change).catch((error: unknown) => {
        if (error instanceof CopyLeaseLost) progress.stop(error);
      });
    }
  }

  /** @throws CopyLeaseLost */
  async #change(db: ProjectDb, { _id }: CopyRecord, change: Partial<CopyRecord>): Promise<void> {
    if (!(await changeHeldCopy(db, _id, this.#slices.holder, change))) throw new CopyLeaseLost();
  }

  async #fail(db: ProjectDb, { _id }: CopyRecord, reason: string): Promise<void> {
    const change = { status: 'failed', reason, finished_at: this.#now() } as const;
    await changeHeldCopy(db, _id, this.#slices.holder, change);
  }

  async #release(db: ProjectDb, record: CopyRecord, error: unknown): Promise<void> {
    const now = this.#now();
    const isInterrupted = error instanceof CopyInterrupted;
    if (!isInterrupted) {
      const isFinal = error instanceof ApiError && endingCodes.includes(error.code);
      const fields = { copy: record._id, fault: error instanceof Error ? error.message : 'unknown' };
      this.#parts.log.warn(fields, 'a copy of a project failed');
      const failure = isFinal ? error.message : 'The service could not copy it. The log has the reason.';
      if (isFinal || record.attempts >= maxAttempts) return this.#fail(db, record, failure);
    }
    const turnAt = isInterrupted ? now : new Date(now.getTime() + retryMs);
    const attempts = isInterrupted ? record.attempts - 1 : record.attempts;
    const change = { holder: null, held_until: now, turn_at: turnAt, attempts };
    await changeHeldCopy(db, record._id, this.#slices.holder, change);
  }

  #now(): Date {
    return this.#parts.clock.now();
  }
}
