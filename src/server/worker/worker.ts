import { boundsOf, type Config } from '../../core/settings/index.ts';
import {
  Batcher,
  batcherLease,
  dueDeliveryRows,
  fanOut,
  undeliveredPurgeRows,
  type QueueKey,
  Sender,
  type SenderConcurrency,
} from '../../delivery/index.ts';
import type { UsageCounter } from '../../dashboard/index.ts';
import { freeLeaseRows } from '../../core/mongo/index.ts';
import { Watcher, watcherLease } from '../../projects/index.ts';
import type { Assembly } from '../assembly.ts';
import type { Meters } from '../health/meters.ts';
import type { HealthCheck } from '../health/health.ts';
import type { JobParts } from '../../core/context/index.ts';
import type { Log } from '../../core/http/index.ts';
import {
  type DueWork,
  type Job,
  JobRunner,
  type ProjectLoops,
  projectLoops,
  repeat,
} from '../../core/jobs/index.ts';
import type { Sending } from '../../core/outbound/index.ts';
import { publishDue } from '../../lifecycle/index.ts';

/** The work of a process outside of requests: watcher, deliveries, jobs. */
export interface Worker {
  readonly checks: readonly HealthCheck[];
  /** Does overdue work before it resolves. The rest continues in the background. */
  start(): Promise<void>;
  /** Stops the work and releases claims and leases. Requests in progress may finish within `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

export interface WorkerParts {
  config: Config;
  assembly: Pick<Assembly, 'jobs'>;
  sending: Sending;
  jobParts: JobParts;
  meters: Pick<Meters, 'attempt' | 'jobFailed' | 'endpointDisabled'>;
  usage: Pick<UsageCounter, 'count'>;
}

/** How long deliveries may run after the order to stop, in milliseconds: as long as their timeout. */
const deliveryGraceMs = 10_500;
const retryJob = 'webhooks.retry';

/** Creates the worker. Nothing runs before `start`. */
export function createWorker({ config, assembly, sending, jobParts, meters, usage }: WorkerParts): Worker {
  const { system, clock, log } = jobParts;
  const loops = reportedLoops(jobParts, meters);
  const sender = new Sender({
    ...sending,
    system,
    log,
    waitsMs: boundsOf(config).webhooks.retrySeconds.map((seconds) => seconds * 1000),
    concurrency: senderConcurrency(config),
    onRetry: (queue, at) => void jobs.wake(retryJob, keyOf(queue), at),
    onAttempt(attempt) {
      meters.attempt(attempt);
      if (!attempt.isPurge) usage.count(attempt.projectId, 'webhooks');
    },
    onDisabled: meters.endpointDisabled,
  });
  const allJobs = assembly.jobs(jobParts);
  const processJobs = allJobs.filter(({ inEachProcess }) => inEachProcess === true);
  const sharedJobs = allJobs.filter(({ inEachProcess }) => inEachProcess !== true);
  const leaseMs = config.LEASE_SECONDS * 1000;
  const watcher = new Watcher({
    system,
    log,
    leaseMs,
    fanOut: async (batch) =>
      (await fanOut(system, batch, clock.now())).forEach((queue) => sender.wake(queue)),
  });
  const batcher = new Batcher({ system, clock, log, leaseMs, wake: (queue) => sender.wake(queue) });
  const dueWork = dueWorkOf({ sender, watcher, batcher }, processJobs);
  const jobs: JobRunner = new JobRunner(
    { system, clock, log, onFailure: meters.jobFailed, lockMs: leaseMs, dueWork },
    [{ name: retryJob, everySeconds: null, run: async (key) => sender.wake(queueOf(key)) }, ...sharedJobs],
  );
  let stopLoops: (() => Promise<void>)[] = [];
  let stopping: Promise<void> | null = null;

  return {
    checks: [
      { name: 'change_stream', run: async () => toHealthState(watcher.problem()) },
      { name: 'purges', run: async () => toHealthState(batcher.problem()) },
      { name: 'deliveries', run: async () => toHealthState(sender.problem()) },
      { name: 'jobs', run: async () => toHealthState(jobs.problem()) },
      { name: 'projects', run: async () => toHealthState(loops.problem()) },
    ],
    async start() {
      await publishDue(jobParts);
      await jobs.start();
      watcher.start();
      batcher.start();
      stopLoops = processJobs.map((job) => loopOf(job, meters, log));
    },
    stop(graceMs = deliveryGraceMs) {
      const stoppingParts = [watcher, batcher, jobs].map((one) => one.stop());
      const stoppingAll = [...stoppingParts, ...stopLoops.map((end) => end()), sender.stop(graceMs)];
      stopping ??= Promise.all(stoppingAll).then(() => undefined);
      return stopping;
    },
  };
}

/** The loops over projects. From now on their failures are logged and counted. */
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

/** Work outside of jobs that starts when its rows are due. */
function dueWorkOf(
  { sender, watcher, batcher }: { sender: Sender; watcher: Watcher; batcher: Batcher },
  processJobs: readonly Job[],
): DueWork[] {
  const tryLeases = async () => {
    watcher.wake();
    batcher.wake();
  };
  return [
    { name: 'deliveries', rows: dueDeliveryRows, start: () => sender.sweep() },
    { name: 'undelivered', rows: [undeliveredPurgeRows], start: async () => batcher.noteUndelivered() },
    { name: 'leases', rows: [freeLeaseRows([watcherLease, batcherLease])], start: tryLeases },
    ...processJobs.map(({ name, dueRows = [], run }) => ({ name, rows: dueRows, start: () => run('') })),
  ];
}

function senderConcurrency(config: Config): SenderConcurrency {
  return {
    atOnce: config.WEBHOOK_CONCURRENCY,
    slow: config.WEBHOOK_SLOW_CONCURRENCY,
    perProject: config.WEBHOOK_CONCURRENCY_PER_PROJECT,
  };
}

/** Runs a job of this process repeatedly. Returns a function that stops it. */
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

function toHealthState(problem: string | null): { problem: string; fatal: boolean } | null {
  return problem === null ? null : { problem, fatal: false };
}

function keyOf({ project_id, endpoint_id }: QueueKey): string {
  return `${project_id}/${endpoint_id}`;
}

function queueOf(key: string): QueueKey {
  const [project_id = '', endpoint_id = ''] = key.split('/');
  return { project_id, endpoint_id };
}
