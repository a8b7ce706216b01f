import { existsSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import type { SitePaths } from './pages/site-paths.ts';

export type { GalleyLocals } from './pages/locals.ts';
export type { SitePaths } from './pages/site-paths.ts';

export interface GalleyOptions {
  /** Paths of your pages by type. The preview route redirects to them. */
  paths?: SitePaths;
  /** Seconds that a page is cached without a purge. The default is a day. */
  maxAgeSeconds?: number;
}

const optionsModule = 'virtual:galley-astro/options';

/**
 * Adds `Astro.locals.galley`, a cache for pages rendered on request, the purge route `POST /api/galley`, and the
 * preview route `/api/preview`. Set `GALLEY_URL`, `GALLEY_KEY` and `GALLEY_PURGE_SECRET` in the environment. During
 * build and development they are also read from `.env`.
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

/** Provides the options to the middleware and the routes, which can't read `astro.config`. */
function optionsPlugin(options: GalleyOptions, isOwnCache: boolean) {
  return {
    name: 'galley-astro',
    resolveId: (id: string) => (id === optionsModule ? `\0${optionsModule}` : undefined),
    load: (id: string) =>
      id === `\0${optionsModule}`
        ? `export const options = ${JSON.stringify(options)};\nexport const isOwnCache = ${isOwnCache};`
        : undefined,
  };
}
