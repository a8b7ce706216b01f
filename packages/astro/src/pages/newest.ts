/** Consecutive 503 responses that clear the version, because a restored database can have a smaller one. */
const rejectionsMax = 3;

let newestVersion: number | null = null;
let rejections = 0;

/** Stores the version of a purge if it is the newest one. Later reads require at least this version. */
export function storeVersion(version: number): void {
  newestVersion = Math.max(newestVersion ?? 0, version);
  rejections = 0;
}

/** A fetch whose reads require the newest version with `X-Min-Version`. The service returns 503 if it's behind. */
export const freshFetch: typeof fetch = async (input, init = {}) => {
  if (newestVersion === null || (init.method ?? 'GET') !== 'GET') return fetch(input, init);
  const headers = new Headers(init.headers);
  headers.set('X-Min-Version', String(newestVersion));
  const response = await fetch(input, { ...init, headers });
  rejections = response.status === 503 ? rejections + 1 : 0;
  if (rejections < rejectionsMax) return response;
  newestVersion = null;
  rejections = 0;
  return fetch(input, init);
};
