import { Agenda, type Job as AgendaJob } from 'agenda';
import { type Clock, systemClock } from '../util/clock.ts';
import type { Log } from '../http/server/log.ts';
import { duplicatedIndex } from '../mongo/connection/failures.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';
import { jobBackend } from './backend.ts';
import { jobRows } from './collection.ts';
import type { Job } from './schema.ts';
import { databaseOf } from '../mongo/connection/database.ts';

const scanMs = 1_000;
/** Jobs that a process has taken, running or about to; how often it is looked whether all is there, in milliseconds. */
const usual = { locksMax: 50, guardMs: 15_000 };
/** A failed job that has not succeeded since counts as failing for this long, in milliseconds. */
const unwellMs = 30_000;
/** How far the clock of another process can be ahead of this one's; timers beyond that are of a wrong clock. */
const clockSlackMs = 2_000;

/** The name under which failures of Agenda itself are counted. */
const agendaItself = 'jobs';

interface FutureTimer {
  nextRunAt?: Date | null | undefined;
  lockedAt?: Date | null | undefined;
}

interface RunnerDeps {
  system: SystemDb;
  clock: Clock;
  log: Log;
  /** Told of each failure, for the operator's numbers. */
  onFailure: (job: string) => void;
  /** A job whose process is silent for this long, killed or frozen, is free for another; in milliseconds. */
  lockMs: number;
  /** For tests, which do not wait as long. */
  bounds?: typeof usual;
}

interface Data {
  key: string;
}

/**
 * The timers of all processes together, kept in the database by Agenda (specification: timers). Handlers never throw:
 * Agenda would not run such a job again; what failed is logged and found by the next sweep.
 */
export class JobRunner {
  readonly #system: SystemDb;
  readonly #agenda: Agenda;
  readonly #jobs: readonly Job[];
  readonly #clock: Clock;
  readonly #onFailure: (job: string) => void;
  /** Agenda goes by the machine's clock. */
  readonly #machine = systemClock();
  readonly #running = new Set<Promise<void>>();
  readonly #lockMs: number;
  readonly #bounds: typeof usual;
  #guard: NodeJS.Timeout | null = null;
  #guarding: Promise<void> = Promise.resolve();
  /** When jobs failed that have not succeeded since, by name. */
  readonly #failedAt = new Map<string, number>();
  readonly #failureLog: FailureLog;

  constructor({ system, clock, log, onFailure, lockMs, bounds = usual }: RunnerDeps, jobs: readonly Job[]) {
    this.#onFailure = onFailure;
    this.#lockMs = lockMs;
    this.#bounds = bounds;
    this.#system = system;
    this.#jobs = jobs;
    this.#clock = clock;
    this.#failureLog = new FailureLog(log);
    this.#agenda = new Agenda({
      backend: jobBackend(system),
      processEvery: scanMs,
      lockLimit: bounds.locksMax,
      defaultLockLimit: bounds.locksMax,
      defaultLockLifetime: lockMs,
      removeOnComplete: true,
    });
    this.#agenda.on('error', (error: unknown) => this.#failed(agendaItself, error));
    for (const job of jobs) this.#agenda.define<Data>(job.name, (ticket) => this.#run(job, ticket));
  }

  async start(): Promise<void> {
    await this.#agenda.ready;
    await this.#tidy();
    await this.#agenda.start();
    const guard = () => this.#tidy().then(() => this.#takeLocksBack());
    this.#guard = setInterval(() => void (this.#guarding = guard()), this.#bounds.guardMs);
  }

  /** Runs a job at a moment, once for each key; a wake-up that is there already stays. Never throws. */
  async wake(name: string, key: string, at: Date): Promise<void> {
    const inMs = at.getTime() - this.#clock.now().getTime();
    const when = new Date(this.#machine.now().getTime() + inMs);
    try {
      const job = this.#agenda.create<Data>(name, { key });
      await job.unique({ 'data.key': key, type: 'normal' }, { insertOnly: true }).schedule(when).save();
    } catch (error) {
      if (duplicatedIndex(error) === null) this.#failed(name, error); // else another process was quicker
    }
  }

  /** Null when well, else one sentence. */
  problem(): string | null {
    const now = this.#machine.now().getTime();
    const isUnwell = [...this.#failedAt.values()].some((failedAt) => now - failedAt < unwellMs);
    return isUnwell ? 'scheduled jobs fail; the log contains the reason' : null;
  }

  /** Takes no more jobs and waits for those that run. */
  async stop(): Promise<void> {
    if (this.#guard !== null) clearInterval(this.#guard);
    await this.#guarding;
    await this.#agenda.stop(false);
    await Promise.all(this.#running);
    this.#failureLog.write();
  }

  #run(job: Job, ticket: AgendaJob<Data>): Promise<void> {
    const letGo = keepLocked(ticket, this.#lockMs / 3);
    const run = job
      .run(ticket.attrs.data?.key ?? '')
      .then(() => this.#succeeded(job.name))
      .catch((error: unknown) => this.#failed(job.name, error))
      .finally(letGo)
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  /** Makes the recurring jobs that are missing, new or deleted by an operator, and removes what ended but stayed. */
  async #tidy(): Promise<void> {
    await databaseOf(this.#system)
      .collection(jobRows.name)
      .deleteMany({ type: 'normal', nextRunAt: null, lockedAt: null })
      .catch((error: unknown) => this.#failed(agendaItself, error));
    for (const { name, everySeconds } of this.#jobs) {
      if (everySeconds === null) continue;
      try {
        const { jobs } = await this.#agenda.db.queryJobs({ name, limit: 1 });
        const interval = `${everySeconds} seconds`;
        if (jobs[0]?.repeatInterval !== interval) await this.#agenda.every(interval, name, { key: '' });
        else await this.#pullForward(name, jobs[0], everySeconds * 1_000);
      } catch (error) {
        if (duplicatedIndex(error) === null) this.#failed(name, error);
      }
    }
  }

  /** A process whose clock was ahead leaves timers and locks in the future: no other process would run the job before. */
  async #pullForward(name: string, timer: FutureTimer, everyMs: number): Promise<void> {
    const now = this.#machine.now();
    const isAfter = (date: Date | null | undefined, ms: number) =>
      (date?.getTime() ?? 0) > now.getTime() + ms + clockSlackMs;
    if (!isAfter(timer.nextRunAt, everyMs) && !isAfter(timer.lockedAt, 0)) return;
    await databaseOf(this.#system)
      .collection(jobRows.name)
      .updateOne({ name, type: 'single' }, { $set: { nextRunAt: now, lockedAt: null } });
  }

  /**
   * Agenda counts a job for ever that it took and found expired before it ran, as a process does that was frozen or
   * whose machine slept. Before such jobs take all places it begins again.
   */
  async #takeLocksBack(): Promise<void> {
    try {
      const { lockedJobs, queuedJobs, runningJobs } = await this.#agenda.getRunningStats();
      const lost = Number(lockedJobs) - Number(queuedJobs) - Number(runningJobs);
      if (lost < this.#bounds.locksMax / 2) return;
      await this.#agenda.stop(false);
      await this.#agenda.start();
    } catch (error) {
      this.#failed(agendaItself, error);
    }
  }

  #failed(name: string, error: unknown): void {
    this.#failedAt.set(name, this.#machine.now().getTime());
    this.#onFailure(name);
    this.#failureLog.add(name, error);
  }

  /** A job that succeeds also shows that Agenda reaches the database again. */
  #succeeded(name: string): void {
    this.#failedAt.delete(name);
    this.#failedAt.delete(agendaItself);
  }
}

/** Writes one line for all jobs that fail within a second: a database that is away fails every job at once. */
class FailureLog {
  readonly #log: Log;
  readonly #pending = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, error: unknown): void {
    this.#pending.set(name, String(error));
    this.#timer ??= setTimeout(() => this.write(), scanMs).unref();
  }

  write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#pending.size === 0) return;
    const fields = { jobs: [...this.#pending.keys()], faults: [...new Set(this.#pending.values())] };
    this.#pending.clear();
    this.#log.warn(fields, 'scheduled jobs failed; they are tried again');
  }
}

/**
 * Keeps a job's lock while it runs. Answers how to let it go: a renewal that is under way is waited for, or it would lock
 * the job after its end. A lock that is lost meanwhile does no harm: jobs may run twice.
 */
function keepLocked(ticket: AgendaJob<Data>, everyMs: number): () => Promise<void> {
  let renewal: Promise<void> = Promise.resolve();
  const renew = () => (renewal = ticket.touch().catch(() => undefined));
  const timer = setInterval(() => void renew(), everyMs);
  return () => {
    clearInterval(timer);
    return renewal;
  };
}
