import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import type { Assembly } from './assembly.ts';
import { shareOfTargets } from './create-context.ts';
import type { RejectionCounter } from '../accounts/index.ts';
import { clientPackage, docsPages, noPage } from '../introspection/index.ts';
import {
  baseUrlOf,
  bodyBoundsOf,
  boundsOf,
  type Config,
  heldBoundsOf,
  responseBoundsOf,
  storageOriginsOf,
} from '../core/settings/index.ts';
import { outlineOf } from '../content/index.ts';
import { dashboardSite } from '../dashboard/index.ts';
import { dashboardDeps, previewDeps } from './dashboard.ts';
import { llmsText } from './llms-text.ts';
import { mcpEndpoint } from './mcp.ts';
import { exposeResponseMemory, type Meters } from './health/meters.ts';
import type { Clock, Metrics } from '../core/util/index.ts';
import {
  AnonymousBudget,
  bodyOptions,
  createHttpServer,
  createServer,
  dashboardRouter,
  DescriptionCache,
  forwardedNotice,
  HeldConnections,
  type Lifecycle,
  type Log,
  ResponseMemory,
  previewRouter,
  type RequestServices,
  ResponseCache,
} from '../core/http/index.ts';
import type { SystemDb } from '../core/mongo/index.ts';
import type { Sending } from '../core/outbound/index.ts';

/** Parts of the service that requests meet. */
export interface HttpParts {
  config: Config;
  assembly: Assembly;
  system: SystemDb;
  clock: Clock;
  log: Log;
  gate: RequestServices;
  refusals: RejectionCounter;
  sending: Sending;
  metrics: Metrics;
  meters: Meters;
}

/** Pages without a key that cost more than to send a file. Health is none of them: probes are never refused. */
const isExpensive = (path: string) => path === '/metrics' || /^\/docs(\/|$)/.test(path);

/** The time for the headers of a request, before its body. */
const headersMs = 10_000;

/** What is kept and held between requests. */
function exposeRooms(
  metrics: Metrics,
  {
    kept,
    descriptions,
    held,
    bodies,
  }: {
    kept: ResponseCache;
    descriptions: DescriptionCache;
    held: HeldConnections;
    bodies: ReturnType<typeof bodyOptions>;
  },
): void {
  metrics.gauge('galley_kept_answers_bytes', 'Memory used by the response cache.', () => kept.bytes);
  const described = 'Memory used by the descriptions of projects.';
  metrics.gauge('galley_descriptions_bytes', described, () => descriptions.bytes);
  const beingRead = 'Memory that the bodies of requests take which are being read or worked on.';
  metrics.gauge('galley_bodies_bytes', beingRead, bodies.bytesInFlight);
  metrics.gauge('galley_held_connections', 'Streams, and requests that wait for a change.', () => held.count);
}

/** What agents and other programs that read meet: the door of their protocol, and the page that leads to it. */
function agentEndpoints(
  { config, clock, gate }: HttpParts,
  ways: Pick<Parameters<typeof mcpEndpoint>[0], 'anonymous' | 'bodies' | 'responses' | 'application'>,
): Middleware[] {
  const { APP_SECRET: secret, WORK_TIME_MS: workTimeMs } = config;
  const baseUrl = baseUrlOf(config);
  return [llmsText(baseUrl), mcpEndpoint({ ...ways, gate, clock, baseUrl, workTimeMs, secret })];
}

/** The HTTP side of the service: its routers, its pages, and the server that they stand behind. */
export function createHttp(
  core: HttpParts,
  pages: readonly Middleware[],
  { stopping, lifecycle }: { stopping: AbortSignal; lifecycle: Lifecycle },
): Server {
  const { config, assembly, clock, log, gate, metrics, meters, refusals } = core;
  const work = { workTimeMs: config.WORK_TIME_MS, checkResponses: config.NODE_ENV === 'test' };
  const kept = new ResponseCache(config.READ_CACHE_BYTES * (1 - shareOfTargets), meters.kept);
  const descriptions = new DescriptionCache(config.DESCRIPTION_CACHE_BYTES, meters.described);
  const bodies = bodyOptions(bodyBoundsOf(config));
  const { windowSeconds } = boundsOf(config);
  const anonymous = new AnonymousBudget({ requests: config.RATE_ANONYMOUS, windowSeconds });
  const held = new HeldConnections(heldBoundsOf(config));
  exposeRooms(metrics, { kept, descriptions, held, bodies });
  const responses = new ResponseMemory(responseBoundsOf(config));
  exposeResponseMemory(metrics, responses);
  const ways = { gate, kept, descriptions, held, responses, clock, stopping, anonymous, outlineOf, ...work };
  const baseUrl = baseUrlOf(config);
  const doors = [
    ...agentEndpoints(core, {
      anonymous,
      responses,
      bodies: bodies.signedIn,
      application: (...pair) => serve(...pair),
    }),
    dashboardSite(storageOriginsOf(config)),
    dashboardRouter(dashboardDeps(core, { ...ways, bodies })),
    previewRouter(previewDeps(core, ways)),
  ];
  const koa = createServer({
    ...ways,
    routes: config.ROLE === 'worker' ? [] : assembly.surface.routes,
    notices: [lifecycle.notice, forwardedNotice(log, config.TRUSTED_PROXY_HOPS)],
    pages: [
      anonymous.ofPages(isExpensive),
      ...pages,
      clientPackage(),
      docsPages(assembly.surface, baseUrl),
      ...(config.ROLE === 'worker' ? [] : doors),
      noPage({ root: new URL(baseUrl).pathname.replace(/\/$/, ''), hasDashboard: config.ROLE !== 'worker' }),
    ],
    log,
    countRefusal: refusals.count,
    meter: meters.request,
    baseUrl,
    bodies: bodies.signedIn,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
  });
  const handle = koa.callback();
  const serve = (...pair: [IncomingMessage, ServerResponse]) => void handle(...pair);
  return createHttpServer(serve, {
    clock,
    baseUrl,
    connectionsMax: config.MAX_CONNECTIONS,
    arrivalMs: headersMs + bodies.arrivalMs,
  });
}
