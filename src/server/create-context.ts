import type { ClientSession } from 'mongodb';
import {
  baseUrlOf,
  boundsOf,
  type Config,
  imageServiceOf,
  storageSettingsOf,
} from '../core/settings/index.ts';
import type { Assembly } from './assembly.ts';
import { may } from '../contract/access.ts';
import type { Actor } from '../contract/events/actor.ts';
import { visitorAddress } from '../core/counters/index.ts';
import { type RequestDetails, ReadModules, accessError, ResponseSpace } from '../core/http/index.ts';
import {
  type Caller,
  type LinkSources,
  PagePositions,
  type ProjectContext,
  type ReleaseContext,
  CacheTagCollector,
} from '../core/context/index.ts';
import {
  type Clock,
  ConcurrencyLimit,
  Cursors,
  type Origin,
  originOf,
  TargetCache,
  timeFor,
} from '../core/util/index.ts';
import type { SystemDb } from '../core/mongo/index.ts';
import { createStorage } from '../core/storage/index.ts';
import { projectInfo, resolveRelease, resolveReleaseInside } from '../lifecycle/index.ts';

/** How long an expensive read waits for a slot, in milliseconds, so that its caller gets a response in time. */
const slotWaitMs = 4_000;
/** The share of the read cache for referenced entries. The rest is for responses. */
export const shareOfTargets = 1 / 8;

/** Parts that all contexts of a process share. */
export interface ContextParts {
  system: SystemDb;
  baseUrl: string;
  bounds: ProjectContext['bounds'];
  /** Limits expensive reads, by project. */
  expensiveReads: ConcurrencyLimit;
  cursors: Cursors;
  positions: PagePositions;
  targets: TargetCache;
  sources: LinkSources;
  scheduled: ProjectContext['scheduled'];
  translations: ProjectContext['translations'];
  storage: ProjectContext['storage'];
  imageService: ProjectContext['imageService'];
}

/** Creates the shared parts of contexts from the settings and the features. */
export function contextParts(
  system: SystemDb,
  config: Config,
  {
    linkSources,
    scheduledKinds,
    translationKinds,
  }: Pick<Assembly, 'linkSources' | 'scheduledKinds' | 'translationKinds'>,
): ContextParts {
  return {
    system,
    baseUrl: baseUrlOf(config),
    bounds: boundsOf(config),
    expensiveReads: new ConcurrencyLimit({
      atOnce: config.EXPENSIVE_READS_AT_ONCE,
      waitingMax: config.EXPENSIVE_READS_WAITING,
      waitMs: slotWaitMs,
      because: 'expensive_reads',
    }),
    cursors: new Cursors(config.APP_SECRET, config.APP_SECRET_PREVIOUS),
    positions: new PagePositions(),
    targets: new TargetCache('content', config.READ_CACHE_BYTES * shareOfTargets),
    sources: linkSources,
    scheduled: scheduledKinds,
    translations: translationKinds,
    storage: createStorage({ ...storageSettingsOf(config), clockOffsetMs: config.CLOCK_OFFSET_MS }),
    imageService: imageServiceOf(config),
  };
}

/** The parts of one context. */
export interface CallOptions {
  project: ProjectContext['project'];
  caller: Caller | null;
  /** The actor: the caller, if there is one. */
  actor: Actor;
  details: RequestDetails;
  /** A snapshot for all reads of the context, which then notes what they read. */
  session?: ClientSession;
}

/** Opens a project's part of the database for one request. */
export function openProjectContext(
  parts: ContextParts,
  { project, caller, actor, details, session }: CallOptions,
): ProjectContext {
  const { system, baseUrl, bounds, expensiveReads, cursors, positions, sources, scheduled } = parts;
  const { storage, imageService, targets, translations } = parts;
  const grantedDb = system.project(project.id).grantedTo(caller?.grant ?? null, project.defaultReleaseId);
  const db = session === undefined ? grantedDb : grantedDb.within(session).noting(new ReadModules());
  return {
    ...details,
    ...(session === undefined ? {} : { cacheTags: new CacheTagCollector(), targets }),
    baseUrl,
    bounds,
    cursors,
    positions,
    sources,
    scheduled,
    translations,
    storage,
    imageService,
    caller,
    ...(caller === null || may(caller.grant, 'publish') ? {} : { rejectPublish: () => publishError(caller) }),
    actor,
    origin: originFor(actor, { details, address: caller?.address, storesAddress: bounds.storesAddresses }),
    project,
    db,
    withConcurrencyLimit: (work) => expensiveReads.run(project.id, details.endsAt ?? Infinity, work),
    newResponseSpace: () => new ResponseSpace(bounds.responseBytesMax, details.reserveMemory),
  };
}

/** The error for a write that readers would see. */
function publishError(caller: Caller): Error {
  return accessError(caller, { missing: 'publish', permission: 'publish' });
}

/** The origin of a request. Contexts that only read store none. */
function originFor(
  actor: Actor,
  {
    details,
    address,
    storesAddress,
  }: { details: RequestDetails; address: string | undefined; storesAddress: boolean },
): Origin {
  const usualOrigin = originOf(actor, details.requestId);
  if (actor.kind === 'nobody') return usualOrigin;
  const { session, via } = details;
  return {
    ...usualOrigin,
    ...(via === undefined ? {} : { via }),
    ...(session === undefined ? {} : { session }),
    ...(storesAddress && address !== undefined && address !== '' ? { address: visitorAddress(address) } : {}),
  };
}

/**
 * Opens one release of the project, by default the default release. Each write resolves it again inside its
 * transaction.
 * @throws unknown_release, release_not_ready
 */
export async function openReleaseContext(
  context: ProjectContext,
  releaseId: string | undefined,
): Promise<ReleaseContext> {
  const release = await resolveRelease(context, releaseId);
  const db = context.db.release(release.id);
  return { ...context, db, release, bind: (tx) => resolveReleaseInside(tx, releaseId) };
}

/** Contexts of the service itself: seeds, imports, the command line. Each sees the newest state of the project. */
export interface SystemContexts {
  /** @throws Error if there is no such project */
  project: (projectId: string) => Promise<ProjectContext>;
  release: (projectId: string, releaseId?: string) => Promise<ReleaseContext>;
}

/** Creates contexts for work outside of requests, on behalf of `actor`. */
export function systemContexts(parts: ContextParts, clock: Clock, actor: Actor): SystemContexts {
  const project = async (projectId: string) => {
    const project = await projectInfo(parts.system, projectId);
    const now = timeFor(project, clock);
    const details = { requestId: 'command', now, ifMatch: null, dryRun: false };
    return openProjectContext(parts, { project, caller: null, actor, details });
  };
  return {
    project,
    release: async (projectId, releaseId) => openReleaseContext(await project(projectId), releaseId),
  };
}
