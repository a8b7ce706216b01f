import { boundsOf, type Config } from '../../core/settings/index.ts';
import { Batcher, fanOut, type QueueKey, Sender, type SenderConcurrency } from '../../delivery/index.ts';
import { Watcher } from '../../projects/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Meters } from '../health/meters.ts';
import type { HealthCheck } from '../health/health.ts';
import type { JobParts } from '../../core/context/index.ts';
import type { Log } from '../../core/http/index.ts';
import { type Job, JobRunner, type ProjectLoops, projectLoops, repeat } from '../../core/jobs/index.ts';
import type { Sending } from '../../core/outbound/index.ts';
import { publishDue } from '../../lifecycle/index.ts';

/** The part of a process that works without being asked: watcher, deliveries, jobs. */
export interface Worker {
  readonly checks: readonly HealthCheck[];
  /** What is due is done before this answers; the rest goes on by itself. */
  start(): Promise<void>;
  /** Ends what runs and gives claims and leases back; requests under way may finish within `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export interface WorkerParts {
  config: Config;
  assembly: Pick<Assembly, 'jobs'>;
  sending: Sending;
  jobParts: JobParts;
  meters: Pick<Meters, 'attempt' | 'jobFailed' | 'endpointDisabled'>;
}

/** How often each process looks for due deliveries, in milliseconds; new ones are sent without waiting for it. */
const queueLookMs = 1_000;
/** What is being sent may go on for this long after the order to stop: as long as its time-out. */
const deliveryGraceMs = 10_500;
const retryJob = 'webhooks.retry';

/** Puts the worker together; nothing runs before `start`. */
export function createWorker({ config, assembly, sending, jobParts, meters }: WorkerParts): Worker {
  const { system, clock, log } = jobParts;
  const loops = reportedLoops(jobParts, meters);
  const sender = new Sender({
    ...sending,
    system,
    log,
    waitsMs: boundsOf(config).webhooks.retrySeconds.map((seconds) => seconds * 1000),
    concurrency: placesOf(config),
    onRetry: (queue, at) => void jobs.wake(retryJob, keyOf(queue), at),
    onAttempt: meters.attempt,
    onDisabled: meters.endpointDisabled,
  });
  const wanted = assembly.jobs(jobParts);
  const own = wanted.filter(({ inEachProcess }) => inEachProcess === true);
  const shared = wanted.filter(({ inEachProcess }) => inEachProcess !== true);
  const leaseMs = config.LEASE_SECONDS * 1000;
  const jobs: JobRunner = new JobRunner(
    { system, clock, log, onFailure: meters.jobFailed, lockMs: leaseMs },
    [{ name: retryJob, everySeconds: null, run: async (key) => sender.wake(queueOf(key)) }, ...shared],
  );
  const watcher = new Watcher({
    system,
    log,
    leaseMs,
    fanOut: async (batch) =>
      (await fanOut(system, batch, clock.now())).forEach((queue) => sender.wake(queue)),
  });
  const batcher = new Batcher({ system, clock, log, leaseMs, wake: (queue) => sender.wake(queue) });
  let ends: (() => Promise<void>)[] = [];
  let stopped: Promise<void> | null = null;

  return {
    checks: [
      { name: 'change_stream', ask: async () => unwell(watcher.problem()) },
      { name: 'purges', ask: async () => unwell(batcher.problem()) },
      { name: 'deliveries', ask: async () => unwell(sender.problem()) },
      { name: 'jobs', ask: async () => unwell(jobs.problem()) },
      { name: 'projects', ask: async () => unwell(loops.problem()) },
    ],
    async start() {
      await publishDue(jobParts);
      await jobs.start();
      watcher.start();
      batcher.start();
      const look = repeat(
        queueLookMs,
        () => sender.sweep(),
        (error) => log.warn({ fault: String(error) }, 'the delivery queue could not be read'),
      );
      ends = [look, ...own.map((job) => loopOf(job, meters, log))];
    },
    stop(graceMs = deliveryGraceMs) {
      const making = [watcher, batcher, jobs].map((one) => one.stop());
      const ending = [...making, ...ends.map((end) => end()), sender.stop(graceMs)];
      stopped ??= Promise.all(ending).then(() => undefined);
      return stopped;
    },
  };
}

/** The loops over projects, whose failures are logged and counted from now on. */
function reportedLoops(
  { system, log }: Pick<JobParts, 'system' | 'log'>,
  { jobFailed }: Pick<Meters, 'jobFailed'>,
): ProjectLoops {
  const loops = projectLoops(system);
  loops.reportTo(({ loop, projectId, error }) => {
    jobFailed(loop);
    log.warn(
      { job: loop, project: projectId, fault: error },
      'the work of a project failed; it is tried again later, and other projects are not affected',
    );
  });
  return loops;
}

function placesOf(config: Config): SenderConcurrency {
  return {
    atOnce: config.WEBHOOK_CONCURRENCY,
    slow: config.WEBHOOK_SLOW_CONCURRENCY,
    perProject: config.WEBHOOK_CONCURRENCY_PER_PROJECT,
  };
}

/** Does a job of this process again and again; answers how to stop. */
function loopOf({ name, everySeconds, run }: Job, { jobFailed }: Pick<Meters, 'jobFailed'>, log: Log) {
  return repeat(
    (everySeconds ?? 1) * 1000,
    () => run(''),
    (error) => {
      jobFailed(name);
      log.warn({ job: name, fault: String(error) }, 'a job of this process failed; it is tried again');
    },
  );
}

function unwell(problem: string | null): { problem: string; fatal: boolean } | null {
  return problem === null ? null : { problem, fatal: false };
}

function keyOf({ project_id, endpoint_id }: QueueKey): string {
  return `${project_id}/${endpoint_id}`;
}

function queueOf(key: string): QueueKey {
  const [project_id = '', endpoint_id = ''] = key.split('/');
  return { project_id, endpoint_id };
}
