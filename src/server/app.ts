import type { Server } from 'node:http';
import { admission } from './admission.ts';
import { assemble, type Assembly } from './assembly.ts';
import {
  type ContextParts,
  contextParts,
  openProjectContext,
  openReleaseContext,
  type SystemContexts,
  systemContexts,
} from './create-context.ts';
import {
  auditLogSettingsOf,
  backupSettingsOf,
  boundsOf,
  type Config,
  mailSettingsOf,
  storageSettingsOf,
} from '../core/settings/index.ts';
import { type Actor, jobActor, nobody } from '../contract/events/actor.ts';
import { actorOf, type Feature, type JobParts } from '../core/context/index.ts';
import { findCaller, keyLookup, createUseRecorder, RejectionCounter, KeyCache } from '../accounts/index.ts';
import { UsageCounter } from '../dashboard/index.ts';
import { features as allFeatures } from './features.ts';
import { budgets, createIdempotentRunner, readInLocales } from '../projects/index.ts';
import { createHttp, type HttpParts } from './http.ts';
import { revisionWatch, stopQueueWork } from '../delivery/index.ts';
import { exposeBackups } from './health/backup-health.ts';
import { createMeters, exposeBuildInfo, exposeFailingProjects, type Meters } from './health/meters.ts';
import { exposeUsageLimits } from './health/usage-gauges.ts';
import { exposeQueues } from './health/queue-gauges.ts';
import { StorageHealth } from './health/storage-health.ts';
import { clockHealth, exposeClockOffset } from './health/clock-health.ts';
import { exposeLostSettlements, LostSettlements } from './health/lost-settlements.ts';
import { exposeHealth, healthOf, operatorPages } from './health/pages.ts';
import {
  backgroundDone,
  type Clock,
  measureProcess,
  Metrics,
  reportBackgroundFailures,
  runInBackground,
  type SealedBox,
} from '../core/util/index.ts';
import {
  createLog,
  createPagesServer,
  Lifecycle,
  listenOnPort,
  type Log,
  type RequestServices,
} from '../core/http/index.ts';
import {
  connect,
  connectPatiently,
  DatabaseClock,
  type DatabaseWait,
  inSnapshot,
  measureCommands,
  setUpDatabase,
  type SystemDb,
  traceCommands,
} from '../core/mongo/index.ts';
import { isTracing } from '../core/tracing/index.ts';
import { mailSender, type Sending } from '../core/outbound/index.ts';
import { projectLoops } from '../core/jobs/index.ts';
import { nextDates, projectAsOf } from '../lifecycle/index.ts';
import { sendingOf } from './worker/sending.ts';
import { createWorker } from './worker/worker.ts';

/** The service, ready to listen. */
export interface App {
  readonly config: Config;
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly box: SealedBox;
  readonly http: Server;
  /** Sends webhook requests, for test events from the dashboard. */
  readonly sending: Sending;
  /** Opens the port for operators, then starts the work of this process: deliveries, due dates, jobs. */
  start(): Promise<void>;
  /** Shows load balancers that this process will stop. It still serves. */
  drain(): void;
  /** Stops that work, and requests that are held open. Deliveries may finish within `graceMs`. */
  stopWork(graceMs?: number): Promise<void>;
  /** Creates contexts for work outside of requests, on behalf of an actor. */
  readonly contextsOf: (actor: Actor) => SystemContexts;
  /** Everything that the features declare. */
  readonly assembly: Assembly;
  /** Stops the work and closes the database. The caller that listens stops the HTTP server. */
  close(): Promise<void>;
}

/**
 * Connects, migrates the database and puts the features together.
 * @param wait - how to wait for a database that doesn't respond; without it that is an error at once.
 * @throws Error in plain words
 */
export async function createApp(
  config: Config,
  features: readonly Feature[] = allFeatures,
  wait?: DatabaseWait,
): Promise<App> {
  const core = await openCore(config, assemble(features), wait);
  const { system, clock, log, sending, assembly, parts } = core;
  const contextsOf = (actor: Actor) => systemContexts(parts, clock, actor);
  const stopping = new AbortController();
  const jobParts = jobPartsOf(core, contextsOf, stopping.signal);
  const worker = config.ROLE === 'api' ? null : createWorker({ ...core, jobParts });
  const storage = new StorageHealth(storageSettingsOf(config), log);
  const backups = exposeBackups(core.metrics, { system, clock, settings: jobParts.backups });
  const others = [clockHealth(clock, log), ...backups, ...(worker?.checks ?? [])];
  const health = healthOf(system, storage, others);
  const lifecycle = new Lifecycle();
  exposeHealth(core.metrics, health, lifecycle);
  void health.refresh(); // errors of the storage are logged; content is served anyway
  const drain = () => lifecycle.beginDraining();
  const stopWork = async (graceMs?: number) => {
    drain();
    stopping.abort();
    await Promise.all([worker?.stop(graceMs), stopQueueWork(system)]);
    runInBackground('count refusals', () => core.rejections.flush());
    runInBackground('count usage', () => core.usage.flush());
  };
  const { HOST, PORT, OPS_PORT = PORT } = config;
  const opsPages = operatorPages({ health, lifecycle, metrics: core.metrics }, config);
  const ops = OPS_PORT === PORT ? null : createPagesServer(opsPages);
  const http = createHttp(core, ops === null ? opsPages : [], { stopping: stopping.signal, lifecycle });
  lifecycle.follow(http);
  return {
    config,
    system,
    clock,
    log,
    box: sending.box,
    http,
    sending,
    async start() {
      if (ops !== null) await listenOnPort(ops, { HOST, PORT: OPS_PORT }, 'OPS_PORT');
      await worker?.start();
    },
    drain,
    stopWork,
    contextsOf,
    assembly,
    async close() {
      await stopWork();
      health.stop();
      await backgroundDone();
      sending.outbound.close();
      ops?.close().closeAllConnections();
      core.stopMeasuring();
      await system.close();
    },
  };
}

function jobPartsOf(
  { system, clock, log, assembly, config, parts, meters }: Core,
  contextsOf: App['contextsOf'],
  stopping: AbortSignal,
): JobParts {
  return {
    ...{ system, clock, log, storage: parts.storage, kinds: assembly.scheduledKinds },
    collections: assembly.declared.collections,
    openProject: contextsOf(jobActor('publishing.due')).project,
    openRelease: openReleaseContext,
    findCaller,
    bulkConcurrency: config.BULK_CONCURRENCY,
    projectCreation: parts.bounds.projectCreation,
    versionDays: config.VERSION_DAYS,
    trashItemsMax: config.MAX_TRASH_ITEMS,
    trashFileBytesMax: config.MAX_TRASH_FILE_BYTES,
    audit: auditLogSettingsOf(config),
    backups: backupSettingsOf(config),
    onBackupFailure: meters.backupFailed,
    mail: mailPartsOf(config),
    stopping,
  };
}

function mailPartsOf(config: Config): JobParts['mail'] {
  const settings = mailSettingsOf(config);
  return { send: settings === null ? null : mailSender(settings), digestSeconds: config.DIGEST_SECONDS };
}

/** Parts that the whole service shares. */
interface Core extends HttpParts {
  parts: ContextParts;
  clock: DatabaseClock;
  stopMeasuring: () => void;
}

async function openCore(config: Config, assembly: Assembly, wait?: DatabaseWait): Promise<Core> {
  const log = createLog(config.LOG_LEVEL);
  reportBackgroundFailures((name, error) =>
    log.error({ work: name, fault: String(error) }, 'background work failed'),
  );
  const { MONGODB_URI: uri, MONGODB_DB: name } = config;
  const system = wait === undefined ? await connect(uri, name) : await connectPatiently(uri, name, wait);
  const clock = new DatabaseClock(system, config.CLOCK_OFFSET_MS);
  try {
    await setUpDatabase(system, assembly.declared, (message) => log.warn({}, message));
    await clock.measure();
  } catch (error) {
    await system.close(); // an open connection would keep the process running
    throw error;
  }
  clock.follow();
  const sending = sendingOf(config, clock);
  const parts = contextParts(system, config, assembly);
  const metrics = new Metrics();
  exposeBuildInfo(metrics);
  exposeClockOffset(metrics, clock);
  const meters = createMeters(metrics);
  measureCommands(system, metrics);
  if (isTracing()) traceCommands(system);
  exposeFailingProjects(metrics, projectLoops(system));
  exposeQueues(metrics, { system, clock, kinds: assembly.scheduledKinds });
  const stopProcessMeter = measureProcess(metrics);
  const stopMeasuring = () => {
    stopProcessMeter();
    clock.stop();
  };
  const lostSettlements = new LostSettlements(log);
  exposeLostSettlements(metrics, lostSettlements);
  const gate = createRequestServices(parts, config, { clock, meters, assembly, lostSettlements });
  const rejections = new RejectionCounter(system, parts.bounds);
  const usage = new UsageCounter(system, clock);
  exposeUsageLimits(metrics, { system, clock });
  const http = { config, assembly, system, clock, log, sending, gate, rejections, usage, metrics, meters };
  return { ...http, parts, stopMeasuring };
}

function createRequestServices(
  parts: ContextParts,
  config: Config,
  {
    clock,
    meters,
    assembly,
    lostSettlements,
  }: { clock: Clock; meters: Meters; assembly: Assembly; lostSettlements: LostSettlements },
): RequestServices {
  const { system } = parts;
  const keys = {
    find: keyLookup(system, meters.keyBatch),
    cache: new KeyCache(),
    storeUse: createUseRecorder(system),
  };
  const { budgets: perWindow, projectFactor, windowSeconds } = boundsOf(config);
  const callbacks = { onBatch: meters.budgetBatch, onLost: lostSettlements.add };
  const bounds = { perWindow, projectFactor, windowSeconds, ...callbacks };
  return {
    ...admission(keys, budgets(system, bounds), clock),
    openProject: ({ caller, project }, details) =>
      openProjectContext(parts, { project, caller, actor: actorOf(caller), details }),
    readProject: ({ caller, project, at }, details, read) =>
      inSnapshot(system, at, async (session, readAt) => {
        const db = system.project(project.id).within(session);
        const projectThen = readAt === null ? await projectAsOf(db, project) : project;
        return read(
          openProjectContext(parts, { project: projectThen, caller, actor: nobody, details, session }),
        );
      }),
    nextDate: nextDates(system, assembly.declared.collections),
    whenRevision: (projectId, revision, ms) =>
      revisionWatch(system).wait(projectId, { revision: revision - 1 }, { ms }),
    runIdempotent: createIdempotentRunner(system, clock, config.IDEMPOTENCY_RESPONSE_BYTES),
    openRelease: openReleaseContext,
    readInLocales,
  };
}
