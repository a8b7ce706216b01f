import type { ClientSession } from 'mongodb';
import { createServer as createHttpServer, type Server } from 'node:http';
import { baseUrlOf, boundsOf, type Config, storageSettingsOf } from './config.ts';
import { dashboardDeps, type OpenForMember } from './dashboard.ts';
import { collections, migrations } from './collections.ts';
import { transact } from './events/service.ts';
import { admit, keyLookup } from './keys/service.ts';
import { linkSources } from './link-sources.ts';
import { budgets } from './limits/service.ts';
import { errorPage } from './ops/error-page.ts';
import { databaseHealth, healthPages } from './ops/pages.ts';
import { StorageHealth } from './ops/storage-health.ts';
import type { Caller, ProjectCall, ReleaseCall } from './platform/call.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { Cursors } from './platform/cursors.ts';
import { dashboardDoor } from './platform/http/dashboard-door.ts';
import type { CallDetails, Gate } from './platform/http/gate.ts';
import { createLog, type Log } from './platform/http/log.ts';
import { createServer } from './platform/http/server.ts';
import { connect } from './platform/mongo/connect.ts';
import type { SystemDb } from './platform/mongo/handle.ts';
import { setUpDatabase } from './platform/mongo/set-up.ts';
import { inSnapshot } from './platform/mongo/snapshot.ts';
import { makeStorage } from './platform/storage/storage.ts';
import { SealedBox } from './platform/sealed-box.ts';
import { projectAsOf, projectInfo } from './projects/service.ts';
import { chooseRelease } from './releases/service.ts';
import { routes } from './routes.ts';

/** The service, put together but not listening. */
export interface App {
  readonly config: Config;
  readonly system: SystemDb;
  readonly clock: Clock;
  readonly log: Log;
  readonly box: SealedBox;
  readonly http: Server;
  /** A call on a project by the service's own hands: seeds, imports, the command line. */
  openProject(projectId: string): Promise<ProjectCall>;
  openRelease(call: ProjectCall, releaseId?: string): Promise<ReleaseCall>;
  /** Closes the database; the HTTP server is stopped by who listens with it. */
  close(): Promise<void>;
}

/** Connects, brings the database up to date and puts the features together. @throws Error in plain words */
export async function createApp(config: Config): Promise<App> {
  const clock = systemClock(config.CLOCK_OFFSET_MS);
  const log = createLog(config.LOG_LEVEL);
  const system = await connect(config.MONGODB_URI, config.MONGODB_DB);
  await setUpDatabase(system, collections, migrations).catch(async (error: unknown) => {
    await system.client.close(); // an open connection would keep the process from ending
    throw error;
  });
  const baseUrl = baseUrlOf(config);
  const open = projectOpener(system, config);
  const box = new SealedBox(config.APP_SECRET);
  const gate = createGate(system, config, clock, open);
  const openProject: OpenForMember = (project, details) => {
    return open({ project, caller: null, details: { ...details, dryRun: false } });
  };
  const storageHealth = new StorageHealth(storageSettingsOf(config), log);
  void storageHealth.ask(); // says what is wrong in the log; content is served all the same
  let stopping = false;

  const koa = createServer({
    routes,
    pages: [
      healthPages([databaseHealth(system), storageHealth], () => stopping),
      errorPage(),
      dashboardDoor(dashboardDeps(system, config, { clock, box, gate, openProject })),
    ],
    gate,
    clock,
    log,
    baseUrl,
    maxBodyBytes: config.MAX_BODY_BYTES,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
    checkAnswers: config.NODE_ENV === 'test',
  });

  const handle = koa.callback();
  return {
    config,
    system,
    clock,
    log,
    box,
    http: createHttpServer((request, response) => void handle(request, response)),
    openProject: async (projectId) => {
      const project = await projectInfo(system, projectId);
      const details = { requestId: 'command', now: clock.now(), ifMatch: null, dryRun: false };
      return open({ project, caller: null, details });
    },
    openRelease: (call, releaseId) => gate.openRelease(call, releaseId),
    async close() {
      stopping = true;
      await system.client.close();
    },
  };
}

function createGate(
  system: SystemDb,
  config: Config,
  clock: Clock,
  open: (opening: Opening) => ProjectCall,
): Gate {
  const find = keyLookup(system);
  const { budgets: perWindow, windowSeconds } = boundsOf(config);
  return {
    admit: (token, { origin, address }) => admit(find, { token, origin, address }, clock.now()),
    spend: budgets(system, { perWindow, windowSeconds }),
    openProject: ({ caller, project }, details) => open({ project, caller, details }),
    readProject: ({ caller, project }, details, read) =>
      inSnapshot(system, async (session) => {
        const asOfNow = await projectAsOf(system.project(project.id).within(session), project);
        return read(open({ project: asOfNow, caller, details, session }));
      }),
    async openRelease(call, releaseId) {
      const release = await chooseRelease(call, releaseId);
      const db = call.db.release(release.id);
      return { ...call, db, release, transact: (work) => transact(db, call, work) };
    },
  };
}

interface Opening {
  project: ProjectCall['project'];
  caller: Caller | null;
  details: CallDetails;
  session?: ClientSession;
}

/** Makes the opener of projects; all that does not change from call to call is fixed here. */
function projectOpener(system: SystemDb, config: Config): (opening: Opening) => ProjectCall {
  const baseUrl = baseUrlOf(config);
  const cursors = new Cursors(config.APP_SECRET);
  const bounds = boundsOf(config);
  const storage = makeStorage({ ...storageSettingsOf(config), clockOffsetMs: config.CLOCK_OFFSET_MS });
  return ({ project, caller, details, session }) => {
    const whole = system.project(project.id);
    const db = session === undefined ? whole : whole.within(session);
    const fixed = { baseUrl, cursors, bounds, sources: linkSources, storage };
    return { ...details, ...fixed, caller, project, db, transact: (work) => transact(db, details, work) };
  };
}
