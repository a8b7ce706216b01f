import { GalleyError } from 'galley-client';

/** As many failures are remembered as may be under way at once, by far. */
const rememberedMax = 100;
const place = Symbol.for('galley-next.failures');

/** Those of this process: what is cached may have been bundled apart from what reads it. */
function remembered(): Map<string, GalleyError> {
  const shared = globalThis as { [place]?: Map<string, GalleyError> };
  return (shared[place] ??= new Map());
}

/**
 * Writes a failed read into the log, with all that helps to find it at the service. Next hands on the `digest` of an
 * error alone, and shows it to error pages: it becomes the request id.
 */
export function told(path: string, fault: unknown): unknown {
  if (!(fault instanceof GalleyError) || fault.requestId === null) {
    console.error(`galley-next: GET ${path} failed: ${String(fault)}`);
    return fault;
  }
  const { status, code, requestId, message } = fault;
  console.error(`galley-next: GET ${path} answered ${status} ${code} (${requestId}): ${message}`);
  const failures = remembered();
  failures.set(requestId, Object.assign(fault, { digest: requestId }));
  const [oldest] = failures.keys();
  if (failures.size > rememberedMax && oldest !== undefined) failures.delete(oldest);
  return fault;
}

/** The error of a read behind what Next made of it. */
export function recovered(fault: unknown): unknown {
  const { digest } = fault as { digest?: unknown };
  return (typeof digest === 'string' ? remembered().get(digest) : undefined) ?? fault;
}
