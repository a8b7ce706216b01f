import {
  type CacheOutcome,
  type DescriptionSource,
  type RequestMeter,
  requestMeter,
} from '../../core/http/index.ts';
import { type Metrics, serviceCommit, serviceVersion } from '../../core/util/index.ts';

/** Callbacks that count the work of the service. */
export interface Meters {
  readonly request: RequestMeter;
  /** Requests that shared one lookup of keys. */
  readonly keyBatch: (requests: number) => void;
  /** Requests that shared one update of a budget. */
  readonly budgetBatch: (requests: number) => void;
  readonly cacheRead: (outcome: CacheOutcome) => void;
  /** How a request got its description of the project. */
  readonly descriptionRead: (by: DescriptionSource) => void;
  readonly attempt: (attempt: { ok: boolean; durationMs: number }) => void;
  readonly jobFailed: (job: string) => void;
  /** A webhook endpoint was disabled after too many failures. */
  readonly endpointDisabled: () => void;
  /** A backup of a project, or the test of one, failed. */
  readonly backupFailed: () => void;
}

const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const attemptBucketsSeconds = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The build as labels of the constant 1, for dashboards and alarms. */
export function exposeBuildInfo(metrics: Metrics): void {
  const labels = { version: serviceVersion, commit: serviceCommit ?? 'unknown', node: process.versions.node };
  metrics.info('galley_build_info', 'The version that runs, always 1.', labels);
}

export function createMeters(metrics: Metrics): Meters {
  const batch = metrics.histogram('galley_batch_size', 'Requests that went to the database together.', {
    buckets: batchBuckets,
    labelNames: ['of'],
  });
  const reads = metrics.counter(
    'galley_kept_answers_total',
    'Reads from the response cache (hit), shared with another request (joined), or computed (made).',
    ['outcome'],
  );
  const readBy = { hit: reads('hit'), joined: reads('joined'), made: reads('made') };
  const description = metrics.counter(
    'galley_descriptions_total',
    'Descriptions of projects from the cache (kept), shared with another request (joined), or computed (made).',
    ['outcome'],
  );
  const descriptionBy = {
    kept: description('kept'),
    joined: description('joined'),
    made: description('made'),
  };
  const attempts = metrics.counter('galley_delivery_attempts_total', 'Webhook requests sent.', ['outcome']);
  const countSuccess = attempts('success');
  const countFailure = attempts('failure');
  const attemptDuration = metrics.histogram(
    'galley_delivery_attempt_duration_seconds',
    'How long receivers of webhooks took.',
    { buckets: attemptBucketsSeconds },
  )();
  const disabled = metrics.counter(
    'galley_endpoints_disabled_total',
    'Webhook endpoints that were disabled after too many failures in a row.',
  )();
  const jobFailures = metrics.counter(
    'galley_job_failures_total',
    'Scheduled jobs, and projects in them, that failed.',
    ['job'],
  );
  const jobFailuresBy = new Map<string, () => void>();
  return {
    request: requestMeter(metrics),
    keyBatch: batch('keys'),
    budgetBatch: batch('budgets'),
    cacheRead: (outcome) => readBy[outcome](),
    descriptionRead: (by) => descriptionBy[by](),
    attempt({ ok, durationMs }) {
      if (ok) countSuccess();
      else countFailure();
      attemptDuration(durationMs / 1000);
    },
    jobFailed(job) {
      const count = jobFailuresBy.get(job) ?? jobFailures(job);
      jobFailuresBy.set(job, count);
      count();
    },
    endpointDisabled: disabled,
    backupFailed: backupFailureCounter(metrics),
  };
}

function backupFailureCounter(metrics: Metrics): () => void {
  const help = 'Backups of projects, and tests of their restore, that failed.';
  return metrics.counter('galley_backup_failures_total', help)();
}

/** Exposes the memory of responses. */
export function exposeResponseMemory(metrics: Metrics, responses: { readonly bytes: number }): void {
  const help = 'Memory of large answers that are being made, and of answers that wait to be sent.';
  metrics.gauge('galley_answers_in_flight_bytes', help, () => responses.bytes);
}

/** Series of one metric that name projects, so that a failure of all projects does not flood Prometheus. */
const namedProjectsMax = 100;

/** Shows which projects fail in which jobs of this process. */
export function exposeFailingProjects(
  metrics: Metrics,
  loops: { failures(): readonly { loop: string; projectId: string }[] },
): void {
  const help = `Projects whose work fails in a job, 1 for each; at most ${namedProjectsMax} are named.`;
  metrics.labeledGauge('galley_failing_project', help, ['work', 'project'], () =>
    loops
      .failures()
      .slice(0, namedProjectsMax)
      .map(({ loop, projectId }) => ({ labels: { work: loop, project: projectId }, value: 1 })),
  );
}
