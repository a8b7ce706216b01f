import type { Middleware } from 'koa';
import type { ReleaseContext } from '../../context/request-context.ts';
import type { Clock } from '../../util/clock.ts';
import type { CountRefusal } from '../../context/rejection.ts';
import type { AnonymousBudget } from '../admission/anonymous-budget.ts';
import type { TypeOutline } from '../query/type-outline.ts';
import type { BodyOptions } from '../request/body.ts';
import type { SharedResponse } from '../cache/cache-headers.ts';
import type { DescriptionCache } from '../cache/description-cache.ts';
import type { HeldConnections } from './held-connections.ts';
import type { Log } from './log.ts';
import type { ResponseMemory } from '../response/response-memory.ts';
import type { RequestDeadline } from '../pipeline/request-deadline.ts';
import type { RequestMeter } from './request-meter.ts';
import type { AdmittedRequest, RequestServices } from '../pipeline/request-services.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Route } from '../pipeline/route.ts';

/** What one request has gathered on its way. */
export interface RequestState {
  requestId: string;
  /** The code of the problem that it was answered with; of a success none. */
  refusal?: string;
  /** There when shared caches may store what it is answered: a read that came to an end, found or 404. */
  shared?: SharedResponse;
  /** There from the key check on. */
  workTime: RequestDeadline;
  /** Admits the caller again, with the grant and the default release of now. @throws the error a new request would get */
  admitAgain: () => Promise<AdmittedRequest>;
}

/** What the way of a request through a route needs. */
export interface EndpointDeps {
  gate: RequestServices;
  kept: ResponseCache;
  descriptions: DescriptionCache;
  responses: ResponseMemory;
  held: HeldConnections;
  clock: Clock;
  /** What one request may spend on waiting for the database. */
  workTimeMs: number;
  /** Checks every answer against its declared schema; on in tests. */
  checkAnswers: boolean;
  /** Aborted when the process is to end: answers that are held go out. */
  stopping: AbortSignal;
  /** Of callers without a valid key. */
  anonymous: AnonymousBudget;
  /** Reads what error messages need of a content type; null when the caller can see none with the slug. */
  outlineOf: (context: ReleaseContext, slug: string) => Promise<TypeOutline | null>;
}

export interface ServerDeps extends EndpointDeps {
  routes: readonly Route[];
  /** What looks at every request, and answers none. */
  notices: readonly Middleware[];
  /** Answers paths outside /v1: health, documents, the dashboard. */
  pages: readonly Middleware[];
  log: Log;
  countRefusal: CountRefusal;
  meter: RequestMeter;
  baseUrl: string;
  bodies: BodyOptions;
  trustedProxyHops: number;
}
