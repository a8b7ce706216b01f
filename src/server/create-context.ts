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
import { type RequestDetails, ReadModules, refusalOf, ResponseSpace } from '../core/http/index.ts';
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

/** How long an expensive read waits for its turn, in milliseconds: its caller is answered before its time is over. */
const turnWaitMs = 4_000;
/** The part of the read cache that holds entries which others refer to; the rest holds whole answers. */
export const shareOfTargets = 1 / 8;

/** What is the same for every call of a process. */
export interface ContextParts {
  system: SystemDb;
  baseUrl: string;
  bounds: ProjectContext['bounds'];
  /** Of dear reads, by project. */
  turns: ConcurrencyLimit;
  cursors: Cursors;
  positions: PagePositions;
  targets: TargetCache;
  sources: LinkSources;
  scheduled: ProjectContext['scheduled'];
  storage: ProjectContext['storage'];
  imageService: ProjectContext['imageService'];
}

/** Makes what all calls share from the service's settings and what its features bring. */
export function contextParts(
  system: SystemDb,
  config: Config,
  { linkSources, scheduledKinds }: Pick<Assembly, 'linkSources' | 'scheduledKinds'>,
): ContextParts {
  return {
    system,
    baseUrl: baseUrlOf(config),
    bounds: boundsOf(config),
    turns: new ConcurrencyLimit({
      atOnce: config.EXPENSIVE_READS_AT_ONCE,
      waitingMax: config.EXPENSIVE_READS_WAITING,
      waitMs: turnWaitMs,
    }),
    cursors: new Cursors(config.APP_SECRET),
    positions: new PagePositions(),
    targets: new TargetCache('content', config.READ_CACHE_BYTES * shareOfTargets),
    sources: linkSources,
    scheduled: scheduledKinds,
    storage: createStorage({ ...storageSettingsOf(config), clockOffsetMs: config.CLOCK_OFFSET_MS }),
    imageService: imageServiceOf(config),
  };
}

/** What differs from call to call. */
export interface CallOptions {
  project: ProjectContext['project'];
  caller: Caller | null;
  /** The actor; the caller, where there is one. */
  actor: Actor;
  details: RequestDetails;
  /** A snapshot that all reads of the call share, and note what they read. */
  session?: ClientSession;
}

/** Opens a project's part of the database for one request. */
export function openProjectContext(
  parts: ContextParts,
  { project, caller, actor, details, session }: CallOptions,
): ProjectContext {
  const { system, baseUrl, bounds, turns, cursors, positions, sources, scheduled } = parts;
  const { storage, imageService, targets } = parts;
  const granted = system.project(project.id).grantedTo(caller?.grant ?? null, project.defaultReleaseId);
  const db = session === undefined ? granted : granted.within(session).noting(new ReadModules());
  return {
    ...details,
    ...(session === undefined ? {} : { cacheTags: new CacheTagCollector(), targets }),
    baseUrl,
    bounds,
    cursors,
    positions,
    sources,
    scheduled,
    storage,
    imageService,
    caller,
    ...(caller === null || may(caller.grant, 'publish')
      ? {}
      : { rejectPublish: () => mayNotPublish(caller) }),
    actor,
    origin: originFor(actor, { details, address: caller?.address, keeps: bounds.storesAddresses }),
    project,
    db,
    withConcurrencyLimit: (work) => turns.run(project.id, details.endsAt ?? Infinity, work),
    newResponseSpace: () => new ResponseSpace(bounds.responseBytesMax, details.reserveMemory),
  };
}

/** The refusal of a write that readers would notice. */
function mayNotPublish(caller: Caller): Error {
  return refusalOf(caller, { missing: 'publish', permission: 'publish' });
}

/** Where the call comes from; who only reads stores nothing. */
function originFor(
  actor: Actor,
  { details, address, keeps }: { details: RequestDetails; address: string | undefined; keeps: boolean },
): Origin {
  const plain = originOf(actor, details.requestId);
  if (actor.kind === 'nobody') return plain;
  const { session, via } = details;
  return {
    ...plain,
    ...(via === undefined ? {} : { via }),
    ...(session === undefined ? {} : { session }),
    ...(keeps && address !== undefined && address !== '' ? { address: visitorAddress(address) } : {}),
  };
}

/**
 * Opens one release of the project, the default one when none is named. Each write decides again, inside its
 * transaction, which release that is. @throws unknown_release, release_not_ready
 */
export async function openReleaseContext(
  context: ProjectContext,
  releaseId: string | undefined,
): Promise<ReleaseContext> {
  const release = await resolveRelease(context, releaseId);
  const db = context.db.release(release.id);
  return { ...context, db, release, bind: (tx) => resolveReleaseInside(tx, releaseId) };
}

/** Calls by the service's own hands: seeds, imports, the command line. Each sees the newest state of the project. */
export interface SystemContexts {
  /** @throws Error when there is no such project */
  project: (projectId: string) => Promise<ProjectContext>;
  release: (projectId: string, releaseId?: string) => Promise<ReleaseContext>;
}

/** Opens calls for what is no request; `actor` says on whose behalf. */
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
