import { GalleyError } from 'galley-client';

/** Stored errors. An error is needed for a moment only, and far fewer reads fail at the same time. */
const failuresMax = 100;
const globalKey = Symbol.for('galley-next.failures');

/** The failed reads of this process by request ID. Global, because Next can bundle this module several times. */
function failures(): Map<string, GalleyError> {
  const shared = globalThis as { [globalKey]?: Map<string, GalleyError> };
  return (shared[globalKey] ??= new Map());
}

/**
 * Logs a failed read and returns its error. Next removes everything but `digest` from an error that leaves a cached
 * function, and passes it to `error.tsx`, so `digest` is set to the request ID.
 */
export function logFailure(path: string, error: unknown): unknown {
  if (!(error instanceof GalleyError) || error.requestId === null) {
    console.error(`galley-next: GET ${path} failed: ${String(error)}`);
    return error;
  }
  const { status, code, requestId, message } = error;
  console.error(`galley-next: GET ${path} returned ${status} ${code} (${requestId}): ${message}`);
  const failureById = failures();
  failureById.set(requestId, Object.assign(error, { digest: requestId }));
  const [oldest] = failureById.keys();
  if (failureById.size > failuresMax && oldest !== undefined) failureById.delete(oldest);
  return error;
}

/** The GalleyError that Next replaced, found by `digest`; any other error is returned unchanged. */
export function originalError(error: unknown): unknown {
  const { digest } = error as { digest?: unknown };
  return (typeof digest === 'string' ? failures().get(digest) : undefined) ?? error;
}
