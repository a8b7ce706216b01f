import { createClient } from 'galley-client';
import { poll } from 'galley-client/changes';
import { dashboardCookie, tokenCookie } from './requests/cookies.ts';
import { type SiteLocale, siteLocales } from './locales.ts';
import { settingsFrom, type Variables } from './settings.ts';

export interface GalleyConfig {
  /** Hosts of your images, for `next/image`. `Image` of this package doesn't need them. */
  pictureHosts?: readonly string[];
  /**
   * For sites with their pages in `app/[locale]`: paths without a code are those of the default locale. The locales are
   * read by the build, so build the site again after you change them.
   */
  localeRoutes?: boolean;
}

interface Rewrite {
  source: string;
  destination: string;
}

type Rewrites = Partial<Record<'beforeFiles' | 'afterFiles' | 'fallback', Rewrite[]>>;

/** The keys of a Next configuration that `withGalley` changes. */
interface NextConfig {
  env?: Record<string, string | undefined>;
  images?: { remotePatterns?: unknown[] };
  headers?: () => unknown[] | Promise<unknown[]>;
  rewrites?: () => Promise<Rewrite[] | Rewrites>;
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
const developmentPhase = 'phase-development-server';

/**
 * Turns on `cacheComponents`, allows image hosts, lets the dashboard show previews in a frame, and stores the current
 * version of the project in the build. The version is read before any page, so `galley-next/catch-up` also purges pages
 * that changed during the build.
 * The build throws GalleyError if the version can't be read.
 */
export function withGalley<C extends object>(
  config: C,
  { pictureHosts = [], localeRoutes = false }: GalleyConfig = {},
) {
  return async (phase: string): Promise<C> => {
    const { env, images, headers, rewrites } = config as NextConfig;
    const version = phase === buildPhase ? await builtVersion(process.env) : undefined;
    const hasLocales = localeRoutes && (phase === buildPhase || phase === developmentPhase);
    const locales = hasLocales ? await builtLocales(process.env) : undefined;
    const remotePatterns = [
      ...(images?.remotePatterns ?? []),
      ...pictureHosts.map((hostname) => ({ hostname })),
    ];
    return {
      ...config,
      cacheComponents: true,
      headers: async () => [...((await headers?.()) ?? []), previewHeaders],
      partialPrefetching: false, // else Next sends 200 with a shell before a page can return 404
      ...((version !== undefined || locales !== undefined) && {
        env: {
          ...env,
          ...(version !== undefined && { GALLEY_BUILT_VERSION: version }),
          ...(locales !== undefined && { GALLEY_LOCALES: locales }),
        },
      }),
      ...(locales !== undefined && { rewrites: () => withLocaleRoutes(rewrites) }),
      ...(remotePatterns.length > 0 && { images: { ...images, remotePatterns } }),
    };
  };
}

/** Each process of a build reads the configuration. The first passes the version to the others in the environment. */
async function builtVersion(env: Record<string, string | undefined> & Variables): Promise<string> {
  const { url, key } = settingsFrom(env);
  return (env['GALLEY_BUILT_VERSION'] ??= String((await poll(createClient({ baseUrl: url, key }))).version));
}

/** The locales of the project as JSON, which Next writes into the code of the site. */
async function builtLocales(env: Record<string, string | undefined> & Variables): Promise<string> {
  const { url, key } = settingsFrom(env);
  const read = async () => {
    const { data } = await createClient({ baseUrl: url, key }).locales.list();
    const locales = data.filter(({ status }) => status !== 'removing');
    return JSON.stringify(
      locales.map(({ code, default: isDefault, direction }): SiteLocale => ({ code, isDefault, direction })),
    );
  };
  return (env['GALLEY_LOCALES'] ??= await read());
}

/**
 * Adds the default locale to paths that start with no other locale. Files and static routes outside of `app/[locale]`
 * come first; Next checks dynamic routes afterwards.
 */
async function withLocaleRoutes(rewrites: NextConfig['rewrites']): Promise<Rewrites> {
  const own = (await rewrites?.()) ?? {};
  const lists = Array.isArray(own) ? { afterFiles: own } : own;
  const locales = siteLocales();
  const standard = locales.find(({ isDefault }) => isDefault)?.code ?? '';
  const others = locales.filter(({ isDefault }) => !isDefault).map(({ code }) => code);
  const isOther = others.length === 0 ? '' : `(?!(?:${others.join('|')})(?:/|$))`;
  return {
    ...lists,
    afterFiles: [
      ...(lists.afterFiles ?? []),
      { source: '/', destination: `/${standard}` },
      { source: `/:path(${isOther}.*)`, destination: `/${standard}/:path` },
    ],
  };
}
