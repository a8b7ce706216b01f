import { existsSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import type { SitePaths } from './site-paths.ts';

export type { GalleyLocals } from './locals.ts';
export type { SitePaths } from './site-paths.ts';

export interface GalleyOptions {
  /** Where things are shown on the site; previews lead there. */
  paths?: SitePaths;
  /** How long a page is kept when no purge arrives, in seconds; a day unless said otherwise. */
  maxAgeSeconds?: number;
}

const virtual = 'virtual:galley-astro/options';

/**
 * Galley in an Astro site: `Astro.locals.galley` reads, pages that are made on request are kept until something that
 * they show changes, `POST /api/galley` takes purges, `/api/preview` shows drafts. `GALLEY_URL`, `GALLEY_KEY` and
 * `GALLEY_PURGE_SECRET` come from the environment, or from `.env` while the site is built or developed.
 */
export function galley(options: GalleyOptions = {}): AstroIntegration {
  return {
    name: 'galley-astro',
    hooks: {
      'astro:config:setup'({ config, updateConfig, addMiddleware, injectRoute }) {
        if (existsSync('.env')) process.loadEnvFile('.env');
        const isOwnCache = config.cache?.provider === undefined;
        updateConfig({
          ...(isOwnCache && {
            cache: { provider: { name: 'galley-astro', entrypoint: 'galley-astro/cache' } },
          }),
          vite: { plugins: [optionsPlugin(options, isOwnCache)], ssr: { noExternal: ['galley-astro'] } },
        });
        addMiddleware({ entrypoint: 'galley-astro/middleware', order: 'pre' });
        injectRoute({ pattern: '/api/galley', entrypoint: 'galley-astro/purge-route', prerender: false });
        injectRoute({ pattern: '/api/preview', entrypoint: 'galley-astro/preview-route', prerender: false });
      },
    },
  };
}

/** Hands the options to the middleware and the routes, which run without `astro.config`. */
function optionsPlugin(options: GalleyOptions, isOwnCache: boolean) {
  return {
    name: 'galley-astro',
    resolveId: (id: string) => (id === virtual ? `\0${virtual}` : undefined),
    load: (id: string) =>
      id === `\0${virtual}`
        ? `export const options = ${JSON.stringify(options)};\nexport const isOwnCache = ${isOwnCache};`
        : undefined,
  };
}
