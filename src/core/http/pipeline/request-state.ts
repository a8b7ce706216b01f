import type { Middleware } from 'koa';
import type { Progress } from '../../context/write-context.ts';
import type { ProjectDb } from '../../mongo/scope/handle.ts';
import type { SharedResponse } from '../cache/cache-headers.ts';
import type { CacheableResponse } from '../cache/response-cache.ts';
import type { RequestInput } from '../query/input.ts';
import type { SerializedResponse } from '../response/serialized-response.ts';
import type { RequestDeadline } from './request-deadline.ts';
import type { AdmittedRequest } from './request-services.ts';

/** One step of a request. Keys, sessions and preview tokens differ only in the step that finds the caller. */
export type Step = Middleware;

/** The state of every request, in `ctx.state`. */
export interface RequestState {
  requestId: string;
  /** The error code of the response; absent on success. */
  errorCode?: string;
  /** Set when shared caches may store the response: a read that succeeded or returned 404. */
  shared?: SharedResponse;
  /** Set by the step that finds the caller. */
  workTime: RequestDeadline;
  /** Admits the caller again, with their current grant and the current default release. @throws the error a new request would get */
  admitAgain: () => Promise<AdmittedRequest>;
}

/** The state of an admitted request. */
export interface StepState extends RequestState, AdmittedRequest {
  /** The validated input; set by `readRequest`. */
  request: RequestInput;
  /** The response; a stream has none. */
  response?: SerializedResponse;
}

/** The state of a request to a route of the API. */
export interface WorkState extends StepState {
  idempotencyKey?: string;
  /** Set while the request runs under an idempotency key. */
  commit?: (tx: ProjectDb) => Promise<void>;
  /** Set with `commit` on routes that resume. */
  progress?: Progress;
  /** The response, for the step of the idempotency key. */
  cacheable?: CacheableResponse;
}
