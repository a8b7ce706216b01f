import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import type { Assembly } from './assembly.ts';
import { shareOfTargets } from './create-context.ts';
import type { RejectionCounter } from '../accounts/index.ts';
import { clientPackage, docsPages, noPage, previewScript } from '../introspection/index.ts';
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
import { dashboardSite, type UsageCounter } from '../dashboard/index.ts';
import { dashboardDeps, framedOriginsFor, previewDeps } from './dashboard.ts';
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

/** Parts of the service for requests. */
export interface HttpParts {
  config: Config;
  assembly: Assembly;
  system: SystemDb;
  clock: Clock;
  log: Log;
  gate: RequestServices;
  rejections: RejectionCounter;
  usage: UsageCounter;
  sending: Sending;
  metrics: Metrics;
  meters: Meters;
}

/** Public pages that are more expensive than a file. Health pages are excluded, because probes are never rejected. */
const isExpensive = (path: string) => path === '/metrics' || /^\/docs(\/|$)/.test(path);

/** The time for the headers of a request, before its body. */
const headersMs = 10_000;

/** Exposes the memory of caches and request bodies, and the held connections. */
function exposeCaches(
  metrics: Metrics,
  {
    responseCache,
    descriptions,
    heldConnections,
    bodies,
  }: {
    responseCache: ResponseCache;
    descriptions: DescriptionCache;
    heldConnections: HeldConnections;
    bodies: ReturnType<typeof bodyOptions>;
  },
): void {
  metrics.gauge('galley_kept_answers_bytes', 'Memory used by the response cache.', () => responseCache.bytes);
  const descriptionHelp = 'Memory used by the descriptions of projects.';
  metrics.gauge('galley_descriptions_bytes', descriptionHelp, () => descriptions.bytes);
  const bodyHelp = 'Memory that the bodies of requests take which are being read or worked on.';
  metrics.gauge('galley_bodies_bytes', bodyHelp, bodies.bytesInFlight);
  metrics.gauge(
    'galley_held_connections',
    'Streams, and requests that wait for a change.',
    () => heldConnections.count,
  );
}

/** The endpoints for agents and other programs: MCP, and the page that links to it. */
function agentEndpoints(
  { config, clock, gate }: HttpParts,
  deps: Pick<Parameters<typeof mcpEndpoint>[0], 'anonymous' | 'bodies' | 'responses' | 'application'>,
): Middleware[] {
  const { APP_SECRET: secret, WORK_TIME_MS: workTimeMs } = config;
  const baseUrl = baseUrlOf(config);
  return [llmsText(baseUrl), mcpEndpoint({ ...deps, gate, clock, baseUrl, workTimeMs, secret })];
}

/** The HTTP side of the service: its routers, its pages and its server. */
export function createHttp(
  core: HttpParts,
  pages: readonly Middleware[],
  { stopping, lifecycle }: { stopping: AbortSignal; lifecycle: Lifecycle },
): Server {
  const { config, assembly, clock, log, gate, metrics, meters, rejections } = core;
  const work = { workTimeMs: config.WORK_TIME_MS, checkResponses: config.NODE_ENV === 'test' };
  const responseCache = new ResponseCache(config.READ_CACHE_BYTES * (1 - shareOfTargets), meters.cacheRead);
  const descriptions = new DescriptionCache(config.DESCRIPTION_CACHE_BYTES, meters.descriptionRead);
  const bodies = bodyOptions(bodyBoundsOf(config));
  const { windowSeconds } = boundsOf(config);
  const anonymous = new AnonymousBudget({ requests: config.RATE_ANONYMOUS, windowSeconds });
  const heldConnections = new HeldConnections(heldBoundsOf(config));
  const caches = { responseCache, descriptions, heldConnections };
  exposeCaches(metrics, { ...caches, bodies });
  const responses = new ResponseMemory(responseBoundsOf(config));
  exposeResponseMemory(metrics, responses);
  const deps = { ...caches, gate, responses, clock, stopping, anonymous, outlineOf, ...work };
  const baseUrl = baseUrlOf(config);
  const dashboard = dashboardDeps(core, { ...deps, bodies });
  const routers = [
    ...agentEndpoints(core, {
      anonymous,
      responses,
      bodies: bodies.signedIn,
      application: (...args) => serve(...args),
    }),
    dashboardSite(storageOriginsOf(config), framedOriginsFor(dashboard)),
    dashboardRouter(dashboard),
    previewRouter(previewDeps(core, deps)),
  ];
  const koa = createServer({
    ...deps,
    routes: config.ROLE === 'worker' ? [] : assembly.surface.routes,
    notices: [lifecycle.notice, forwardedNotice(log, config.TRUSTED_PROXY_HOPS)],
    pages: [
      anonymous.limitPages(isExpensive),
      ...pages,
      clientPackage(),
      previewScript(),
      docsPages(assembly.surface, baseUrl),
      ...(config.ROLE === 'worker' ? [] : routers),
      noPage({ root: new URL(baseUrl).pathname.replace(/\/$/, ''), hasDashboard: config.ROLE !== 'worker' }),
    ],
    ...{ log, baseUrl, meter: meters.request },
    countRejection: rejections.count,
    countUsage: core.usage.count,
    bodies: bodies.signedIn,
    trustedProxyHops: config.TRUSTED_PROXY_HOPS,
  });
  const handle = koa.callback();
  const serve = (...args: [IncomingMessage, ServerResponse]) => void handle(...args);
  return createHttpServer(serve, {
    clock,
    baseUrl,
    connectionsMax: config.MAX_CONNECTIONS,
    arrivalMs: headersMs + bodies.arrivalMs,
  });
}
