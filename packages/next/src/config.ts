import { createClient } from 'galley-client';
import { poll } from 'galley-client/changes';
import { settingsFrom, type Variables } from './settings.ts';

export interface GalleyConfig {
  /** Hosts of pictures, for `next/image`; the package's own `Image` needs none. */
  pictureHosts?: readonly string[];
}

/** What of a configuration of Next is read here; the rest is handed on. */
interface Configuration {
  env?: Record<string, string | undefined>;
  images?: { remotePatterns?: unknown[] };
}

const buildPhase = 'phase-production-build';

/**
 * The configuration of a site: cache components, hosts of pictures, and the version of the project of which the build
 * is true. That is read before the first page is, so that what changes meanwhile is handled after the start
 * (`galley-next/catch-up`).
 */
export function withGalley<C extends object>(config: C, { pictureHosts = [] }: GalleyConfig = {}) {
  return async (phase: string): Promise<C> => {
    const { env, images } = config as Configuration;
    const built = phase === buildPhase ? await builtVersion(process.env) : undefined;
    const remotePatterns = [
      ...(images?.remotePatterns ?? []),
      ...pictureHosts.map((hostname) => ({ hostname })),
    ];
    return {
      ...config,
      cacheComponents: true,
      partialPrefetching: false, // it sends a shell with 200 before a page knows that it is not there
      ...(built !== undefined && { env: { ...env, GALLEY_BUILT_VERSION: built } }),
      ...(remotePatterns.length > 0 && { images: { ...images, remotePatterns } }),
    };
  };
}

/** Next reads the configuration again in each process of a build; those inherit what the first one found. */
async function builtVersion(env: Record<string, string | undefined> & Variables): Promise<string> {
  const { url, key } = settingsFrom(env);
  return (env['GALLEY_BUILT_VERSION'] ??= String((await poll(createClient({ baseUrl: url, key }))).version));
}
