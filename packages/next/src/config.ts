import { createClient } from 'galley-client';
import { poll } from 'galley-client/changes';
import { dashboardCookie, tokenCookie } from './requests/cookies.ts';
import { settingsFrom, type Variables } from './settings.ts';

export interface GalleyConfig {
  /** Hosts of your images, for `next/image`. `Image` of this package doesn't need them. */
  pictureHosts?: readonly string[];
}

/** The keys of a Next configuration that `withGalley` changes. */
interface NextConfig {
  env?: Record<string, string | undefined>;
  images?: { remotePatterns?: unknown[] };
  headers?: () => unknown[] | Promise<unknown[]>;
}

/** Lets only the dashboard show a preview in a frame. Next inserts the named group of the cookie into the header. */
const previewHeaders = {
  source: '/:path*',
  has: [
    { type: 'cookie', key: tokenCookie },
    { type: 'cookie', key: dashboardCookie, value: '(?<dashboard>https?://[a-zA-Z0-9.:-]+)' },
  ],
  headers: [{ key: 'Content-Security-Policy', value: "frame-ancestors 'self' :dashboard" }],
};

const buildPhase = 'phase-production-build';

/**
 * Turns on `cacheComponents`, allows image hosts, lets the dashboard show previews in a frame, and stores the current
 * version of the project in the build. The version is read before any page, so `galley-next/catch-up` also purges pages
 * that changed during the build.
 * The build throws GalleyError if the version can't be read.
 */
export function withGalley<C extends object>(config: C, { pictureHosts = [] }: GalleyConfig = {}) {
  return async (phase: string): Promise<C> => {
    const { env, images, headers } = config as NextConfig;
    const version = phase === buildPhase ? await builtVersion(process.env) : undefined;
    const remotePatterns = [
      ...(images?.remotePatterns ?? []),
      ...pictureHosts.map((hostname) => ({ hostname })),
    ];
    return {
      ...config,
      cacheComponents: true,
      headers: async () => [...((await headers?.()) ?? []), previewHeaders],
      partialPrefetching: false, // else Next sends 200 with a shell before a page can return 404
      ...(version !== undefined && { env: { ...env, GALLEY_BUILT_VERSION: version } }),
      ...(remotePatterns.length > 0 && { images: { ...images, remotePatterns } }),
    };
  };
}

/** Each process of a build reads the configuration. The first passes the version to the others in the environment. */
async function builtVersion(env: Record<string, string | undefined> & Variables): Promise<string> {
  const { url, key } = settingsFrom(env);
  return (env['GALLEY_BUILT_VERSION'] ??= String((await poll(createClient({ baseUrl: url, key }))).version));
}
