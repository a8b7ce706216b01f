/** Options of a request that Next doesn't cache. `galley()` caches whole responses under their cache tags instead. */
export function withNoStore(init: RequestInit = {}): RequestInit {
  return Object.assign({ ...init }, { cache: 'no-store' as const }); // Node's type of RequestInit has no `cache`
}
