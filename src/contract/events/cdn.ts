/** How caches that many callers share may store a project's reads (docs/delivery.md); `off` is how every project begins. */
export const cdnProfiles = ['off', 'keyed', 'edge'] as const;
export type CdnProfile = (typeof cdnProfiles)[number];

/** Seconds. The longest that a stored answer is served when no purge arrives, and the longest that it is served while a new one is fetched. */
export const cdnBounds = {
  max_age_seconds: { min: 60, max: 86_400, default: 3_600 },
  stale_seconds: { min: 0, max: 600, default: 60 },
} as const;

/** A stored 404 is asked for again after so many seconds: a visitor who guesses addresses fills no cache for long. */
export const missingSecondsMax = 60;

/** How long a stored answer may be served while the service does not respond, in seconds. */
export const staleIfErrorSecondsMax = 86_400;

/** CDN mode as a project has it. */
export interface CdnSettings {
  profile: CdnProfile;
  max_age_seconds: number;
  stale_seconds: number;
}

/** CDN mode that is on: what decides how an answer may be stored. */
export type CdnMode = CdnSettings & { profile: Exclude<CdnProfile, 'off'> };

/** CDN mode of a project that says nothing of it. */
export const cdnDefaults: CdnSettings = {
  profile: 'off',
  max_age_seconds: cdnBounds.max_age_seconds.default,
  stale_seconds: cdnBounds.stale_seconds.default,
};

/** What a project gives up by it, in the words that the documents, the dashboard and the command line show. */
export const givenUp = [
  'Writes and revocations show after about a second instead of at once, in rare races after 2 or 10 s, and, when every purge is lost, after max_age_seconds.',
  'Budgets count misses.',
  'Answers that can be cached carry no budget headers.',
  'In edge the list of origins protects nothing but votes, and the scopes of keys protect nothing: use keyed beside narrowed keys.',
  'Counts of votes may be as old as the answer.',
  'A visitor who asks for many unknown slugs uses the cache’s memory.',
] as const;
