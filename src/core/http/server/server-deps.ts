import type { Middleware } from 'koa';
import type { CountUsage } from '../../../contract/usage.ts';
import type { ReleaseContext } from '../../context/request-context.ts';
import type { Clock } from '../../util/clock.ts';
import type { CountRejection } from '../../context/rejection.ts';
import type { AnonymousBudget } from '../admission/anonymous-budget.ts';
import type { TypeOutline } from '../query/type-outline.ts';
import type { BodyOptions } from '../request/body.ts';
import type { DescriptionCache } from '../cache/description-cache.ts';
import type { HeldConnections } from './held-connections.ts';
import type { Log } from './log.ts';
import type { ResponseMemory } from '../response/response-memory.ts';
import type { RequestMeter } from './request-meter.ts';
import type { RequestServices } from '../pipeline/request-services.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Route } from '../pipeline/route.ts';

/** What the steps of a route use. */
export interface EndpointDeps {
  gate: RequestServices;
  responseCache: ResponseCache;
  descriptions: DescriptionCache;
  responses: ResponseMemory;
  heldConnections: HeldConnections;
  clock: Clock;
  /** The longest wait for the database in one request, in milliseconds. */
  workTimeMs: number;
  /** Whether every response is checked against its declared schema; on in tests. */
  checkResponses: boolean;
  /** Aborted when the process stops. Responses that are held open are then sent. */
  stopping: AbortSignal;
  /** Counts requests without a valid key. */
  anonymous: AnonymousBudget;
  /** Reads the parts of a content type for error messages; null if the caller can see none with the slug. */
  outlineOf: (context: ReleaseContext, slug: string) => Promise<TypeOutline | null>;
}

export interface ServerDeps extends EndpointDeps {
  routes: readonly Route[];
  /** Middleware that looks at every request and responds to none. */
  notices: readonly Middleware[];
  /** Responds to paths outside /v1: health, documents, the dashboard. */
  pages: readonly Middleware[];
  log: Log;
  countRejection: CountRejection;
  meter: RequestMeter;
  countUsage: CountUsage;
  baseUrl: string;
  bodies: BodyOptions;
  trustedProxyHops: number;
}
