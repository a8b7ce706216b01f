import { Agenda, InMemoryNotificationChannel, type Job as AgendaJob, toJobId } from 'agenda';
import { type Clock, systemClock } from '../util/clock.ts';
import type { Log } from '../http/server/log.ts';
import { duplicatedIndex } from '../mongo/connection/failures.ts';
import { inSpan } from '../tracing/index.ts';
import type { SystemDb } from '../mongo/scope/handle.ts';
import { type JobBackend, jobBackend } from './backend.ts';
import {
  adoptEarlierJobs,
  bringForward,
  findRecurring,
  type JobData,
  jobRows,
  lockableRows,
  once,
  recurring,
  type RecurringRow,
  removeEnded,
  updateRecurring,
} from './collection.ts';
import { checkEveryMs, DueCheck, type DueWork } from './due-check.ts';
import type { Job } from './schema.ts';

/** Single runs that a process does at once. Recurring jobs never wait for each other. */
const runsAtOnce = 5;
/** Jobs that a process locks at most, and how often it checks the stored jobs, in milliseconds. */
const defaultBounds = { locksMax: 50, guardMs: 30_000 };
/** How long a job counts as failing after its last failure, in milliseconds. */
const failingMs = 30_000;
/** How far the clock of another process can be ahead, in milliseconds. Later timers come from a wrong clock. */
const clockSlackMs = 2_000;

/** The name under which failures of Agenda itself are counted. */
const agendaItself = 'jobs';

interface RunnerDeps {
  system: SystemDb;
  clock: Clock;
  log: Log;
  /** Called for each failure, for the metrics. */
  onFailure: (job: string) => void;
  /** How long the lock of a killed or frozen process lasts, in milliseconds. */
  lockMs: number;
  /** Work of this process beside the jobs, which starts when its rows are due. */
  dueWork?: readonly DueWork[];
  /** Shorter times for tests. */
  bounds?: typeof defaultBounds;
}

/**
 * The timers of all processes, stored in the database by Agenda (specification: timers). One check a second finds due
 * jobs and rows; Agenda searches only then. Handlers never throw, because Agenda would not run such a job again: a
 * failure is logged, and the next sweep finds the work.
 */
export class JobRunner {
  readonly #system: SystemDb;
  readonly #agenda: Agenda;
  readonly #backend: JobBackend;
  readonly #channel = new InMemoryNotificationChannel();
  readonly #dueCheck: DueCheck;
  readonly #dueWork: readonly DueWork[];
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #clock: Clock;
  readonly #onFailure: (job: string) => void;
  /** Agenda uses the clock of the machine. */
  readonly #machine = systemClock();
  readonly #running = new Set<Promise<void>>();
  readonly #lockMs: number;
  readonly #bounds: typeof defaultBounds;
  #guard: NodeJS.Timeout | null = null;
  #guarding: Promise<void> = Promise.resolve();
  /** The last failure of each job that has not succeeded since. */
  readonly #failedAt = new Map<string, number>();
  readonly #failureLog: FailureLog;

  constructor(
    { system, clock, log, onFailure, lockMs, dueWork = [], bounds = defaultBounds }: RunnerDeps,
    jobs: readonly Job[],
  ) {
    this.#onFailure = onFailure;
    this.#lockMs = lockMs;
    this.#bounds = bounds;
    this.#system = system;
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
    this.#clock = clock;
    this.#failureLog = new FailureLog(log);
    const recurringCount = Math.max(1, jobs.filter(({ everySeconds }) => everySeconds !== null).length);
    this.#dueWork = dueWork;
    this.#dueCheck = new DueCheck({ system, clock }, (error) => this.#noteFailure(agendaItself, error));
    this.#backend = jobBackend(system);
    this.#agenda = new Agenda({
      backend: this.#backend,
      notificationChannel: this.#channel,
      processEvery: checkEveryMs,
      maxConcurrency: recurringCount + runsAtOnce,
      lockLimit: bounds.locksMax,
      defaultLockLimit: bounds.locksMax,
      defaultLockLifetime: lockMs,
      removeOnComplete: true,
    });
    this.#agenda.on('error', (error: unknown) => this.#noteFailure(agendaItself, error));
    const run = (agendaJob: AgendaJob<JobData>) => this.#run(agendaJob);
    this.#agenda.define<JobData>(recurring, run, { concurrency: recurringCount });
    this.#agenda.define<JobData>(once, run, { concurrency: runsAtOnce });
  }

  async start(): Promise<void> {
    await this.#agenda.ready;
    await this.#tidy();
    this.#backend.allowSearch([recurring, once]);
    await this.#agenda.start();
    this.#dueCheck.start([this.#timers(), ...this.#jobsWithRows(), ...this.#dueWork]);
    const guard = () => this.#tidy().then(() => this.#recoverLostLocks());
    this.#guard = setInterval(() => void (this.#guarding = guard()), this.#bounds.guardMs);
  }

  /** Runs a job at a time, once for each key; a stored wake-up with the same key stays. Never throws. */
  async wake(name: string, key: string, at: Date): Promise<void> {
    const inMs = at.getTime() - this.#clock.now().getTime();
    const when = new Date(this.#machine.now().getTime() + inMs);
    try {
      const job = this.#agenda.create<JobData>(once, { job: name, key });
      this.#backend.allowSearch([once]);
      await job.unique({ 'data.job': name, 'data.key': key }, { insertOnly: true }).schedule(when).save();
    } catch (error) {
      if (duplicatedIndex(error) === null) this.#noteFailure(name, error); // otherwise another process stored it first
    }
  }

  /** Null if jobs succeed, otherwise one sentence. */
  problem(): string | null {
    const now = this.#machine.now().getTime();
    const isFailing = [...this.#failedAt.values()].some((failedAt) => now - failedAt < failingMs);
    return isFailing ? 'scheduled jobs fail; the log contains the reason' : null;
  }

  /** Starts no more jobs, and waits for running ones. */
  async stop(): Promise<void> {
    if (this.#guard !== null) clearInterval(this.#guard);
    await Promise.all([this.#guarding, this.#dueCheck.stop()]);
    await this.#agenda.stop(false);
    await Promise.all(this.#running);
    this.#failureLog.write();
  }

  /** The stored timers themselves. */
  #timers(): DueWork {
    const filter = () => {
      const now = this.#machine.now();
      return lockableRows({ now, until: new Date(now.getTime() + checkEveryMs), lockMs: this.#lockMs });
    };
    const start = () => this.#search([recurring, once]);
    return { name: agendaItself, rows: [{ collection: jobRows.name, filter }], start };
  }

  /** Recurring jobs that run as soon as one of their rows is due. */
  #jobsWithRows(): DueWork[] {
    return [...this.#jobs.values()].map(({ name, dueRows = [] }) => ({
      name,
      rows: dueRows,
      start: async () => {
        await bringForward(this.#system, name, this.#machine.now());
        await this.#search([recurring]);
      },
    }));
  }

  /** Makes Agenda lock and run due jobs now. */
  async #search(definitions: readonly string[]): Promise<void> {
    if (this.#channel.state !== 'connected') return; // Agenda restarts and then searches itself
    this.#backend.allowSearch(definitions);
    const timestamp = this.#machine.now();
    for (const jobName of definitions)
      await this.#channel.publish({ jobName, jobId: toJobId(''), nextRunAt: null, priority: 0, timestamp });
  }

  #run(agendaJob: AgendaJob<JobData>): Promise<void> {
    const { job: name, key } = agendaJob.attrs.data;
    const job = this.#jobs.get(name);
    if (job === undefined) return this.#leaveToOthers(agendaJob);
    const isOnce = agendaJob.attrs.name === once;
    const run = this.#runLocked(agendaJob, () => job.run(isOnce ? key : ''), job.name).finally(() =>
      this.#running.delete(run),
    );
    this.#running.add(run);
    return run;
  }

  async #runLocked(agendaJob: AgendaJob<JobData>, run: () => Promise<void>, name: string): Promise<void> {
    const stopRenewal = keepLocked(agendaJob, this.#lockMs / 3);
    try {
      await inSpan(`job ${name}`, {}, run);
      this.#noteSuccess(name);
    } catch (error) {
      this.#noteFailure(name, error);
    } finally {
      await stopRenewal();
    }
  }

  /**
   * Leaves a job that only another version of the service has. A single run waits for a process of that version. A
   * recurring job ends here, and such a process stores it again.
   */
  async #leaveToOthers({ attrs }: AgendaJob<JobData>): Promise<void> {
    const later = new Date(this.#machine.now().getTime() + this.#bounds.guardMs);
    attrs.nextRunAt = attrs.name === once ? later : null;
  }

  /** Stores the recurring jobs that are missing, new or deleted by an operator, and cleans up. */
  async #tidy(): Promise<void> {
    try {
      await removeEnded(this.#system);
      const times = { now: this.#machine.now(), lockMs: this.#lockMs };
      await adoptEarlierJobs(this.#system, [...this.#jobs.keys()], times);
      const recurringRows = await findRecurring(this.#system);
      for (const { name, everySeconds } of this.#jobs.values())
        if (everySeconds !== null) await this.#keepRecurring(name, everySeconds, recurringRows.get(name));
    } catch (error) {
      this.#noteFailure(agendaItself, error);
    }
  }

  async #keepRecurring(name: string, everySeconds: number, row: RecurringRow | undefined): Promise<void> {
    const interval = `${everySeconds} seconds`;
    try {
      if (row === undefined) {
        const job = this.#agenda.create<JobData>(recurring, { job: name, key: name }).repeatEvery(interval);
        await job.unique({ 'data.job': name, 'data.key': name }, { insertOnly: true }).save();
        return;
      }
      if (row.repeatInterval !== interval)
        await updateRecurring(this.#system, name, { repeatInterval: interval });
      if (this.#isAhead(row, everySeconds * 1_000))
        await updateRecurring(this.#system, name, { nextRunAt: this.#machine.now(), lockedAt: null });
    } catch (error) {
      if (duplicatedIndex(error) === null) this.#noteFailure(name, error); // otherwise another process stored it first
    }
  }

  /** A process whose clock was ahead leaves times in the future, until which no other process would run the job. */
  #isAhead({ nextRunAt, lockedAt }: RecurringRow, everyMs: number): boolean {
    const latest = this.#machine.now().getTime() + clockSlackMs;
    return (nextRunAt?.getTime() ?? 0) > latest + everyMs || (lockedAt?.getTime() ?? 0) > latest;
  }

  /**
   * Agenda never returns the slot of a job that it locked and found expired before it ran, as after a process was frozen
   * (https://github.com/agenda/agenda/issues/589). It restarts before such jobs take all slots.
   */
  async #recoverLostLocks(): Promise<void> {
    try {
      const { lockedJobs, queuedJobs, runningJobs } = await this.#agenda.getRunningStats();
      const lostLocks = Number(lockedJobs) - Number(queuedJobs) - Number(runningJobs);
      if (lostLocks < this.#bounds.locksMax / 2) return;
      await this.#agenda.stop(false);
      this.#backend.allowSearch([recurring, once]);
      await this.#agenda.start();
    } catch (error) {
      this.#noteFailure(agendaItself, error);
    }
  }

  #noteFailure(name: string, error: unknown): void {
    this.#failedAt.set(name, this.#machine.now().getTime());
    this.#onFailure(name);
    this.#failureLog.add(name, error);
  }

  /** A job that succeeds also shows that Agenda reaches the database again. */
  #noteSuccess(name: string): void {
    this.#failedAt.delete(name);
    this.#failedAt.delete(agendaItself);
  }
}

/** Writes one line for all jobs that fail within a second: without a database, every job fails at once. */
class FailureLog {
  readonly #log: Log;
  readonly #pending = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, error: unknown): void {
    this.#pending.set(name, String(error));
    this.#timer ??= setTimeout(() => this.write(), checkEveryMs).unref();
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
 * Renews a job's lock while it runs, which Agenda leaves to the job: https://github.com/agenda/agenda/issues/463.
 * Returns a function that stops and waits for the last renewal, which would otherwise lock the job after its end.
 */
function keepLocked(agendaJob: AgendaJob<JobData>, everyMs: number): () => Promise<void> {
  let renewal: Promise<void> = Promise.resolve();
  const renew = () => (renewal = agendaJob.touch().catch(() => undefined));
  const timer = setInterval(() => void renew(), everyMs);
  return () => {
    clearInterval(timer);
    return renewal;
  };
}
