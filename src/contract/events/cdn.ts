/** How shared caches may store a project's reads (docs/build/cache-tags.md); new projects start with `off`. */
export const cdnProfiles = ['off', 'keyed', 'edge'] as const;
export type CdnProfile = (typeof cdnProfiles)[number];

/**
 * Seconds: how long a cached response is served if no purge arrives, and how long while a new one is
 * fetched.
 */
export const cdnBounds = {
  max_age_seconds: { min: 60, max: 86_400, default: 3_600 },
  stale_seconds: { min: 0, max: 600, default: 60 },
} as const;

/**
 * Maximum seconds for which a 404 is cached, so that a visitor who guesses URLs can't fill a cache for long.
 */
export const maxNotFoundSeconds = 60;

/** Maximum seconds for which a cached response is served while the service doesn't respond. */
export const maxStaleIfErrorSeconds = 86_400;

/** A project's CDN settings. */
export interface CdnSettings {
  profile: CdnProfile;
  max_age_seconds: number;
  stale_seconds: number;
}

/** CDN settings with the mode turned on. */
export type CdnMode = CdnSettings & { profile: Exclude<CdnProfile, 'off'> };

/** The settings of a project that has none. */
export const cdnDefaults: CdnSettings = {
  profile: 'off',
  max_age_seconds: cdnBounds.max_age_seconds.default,
  stale_seconds: cdnBounds.stale_seconds.default,
};

/** The disadvantages of CDN mode as the docs, the dashboard and the command line list them. */
export const givenUp = [
  'Writes and revocations take effect after about a second instead of immediately, in rare cases after 2 or 10 seconds, and after max_age_seconds if every purge is lost.',
  'Rate limits count only the requests that reach Galley.',
  'Responses that can be cached have no rate limit headers.',
  'With edge, the list of origins protects only votes, and the scopes of keys protect nothing. If you have narrowed keys, use keyed.',
  'Vote counts can be as old as the cached response.',
  'A visitor who requests many unknown slugs uses the cache’s memory.',
] as const;
