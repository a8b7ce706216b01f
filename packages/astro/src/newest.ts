/** A service of which one process is behind answers 503 after a while; after so many it is not asked any longer. */
const refusalsMax = 3;

let newest: number | null = null;
let refusals = 0;

/** Notes the state of the project that a purge told of: reads that follow must not be older. */
export function noteVersion(version: number): void {
  newest = Math.max(newest ?? 0, version);
  refusals = 0;
}

/** Reads that are no older than the last purge. A database that was put back has smaller versions: then it gives in. */
export const freshFetch: typeof fetch = async (input, init = {}) => {
  if (newest === null || (init.method ?? 'GET') !== 'GET') return fetch(input, init);
  const headers = new Headers(init.headers);
  headers.set('X-Min-Version', String(newest));
  const answer = await fetch(input, { ...init, headers });
  refusals = answer.status === 503 ? refusals + 1 : 0;
  if (refusals < refusalsMax) return answer;
  newest = null;
  refusals = 0;
  return fetch(input, init);
};
