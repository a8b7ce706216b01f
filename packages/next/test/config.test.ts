import { afterEach, describe, expect, it, vi } from 'vitest';
import { addLocale } from '../../../test/support/locales.ts';
import { startService } from '../../../test/support/service.ts';
import { withGalley } from '../src/config.ts';
import { siteLocales } from '../src/locales.ts';
import { newArticle, settingsOf } from './support/site.ts';

const service = await startService();
afterEach(() => void vi.unstubAllEnvs());

async function inSite() {
  const project = await service.newProject({ oneLocale: true });
  const { url, key } = settingsOf(service, project);
  vi.stubEnv('GALLEY_URL', url);
  vi.stubEnv('GALLEY_KEY', key);
  vi.stubEnv('GALLEY_BUILT_VERSION', undefined);
  return project;
}

const version = async (project: Awaited<ReturnType<typeof inSite>>) =>
  String((await project.secret.get('/v1/changes')).body.version);

describe('withGalley', () => {
  it('adds the version that the first process of a build read to the configuration', async () => {
    const project = await inSite();
    const configure = withGalley({ poweredByHeader: false, env: { OWN: 'x' } });
    const built = await version(project);

    const first = await configure('phase-production-build');
    await newArticle(project);
    const second = await configure('phase-production-build');

    const env = { OWN: 'x', GALLEY_BUILT_VERSION: built };
    expect(first).toMatchObject({ poweredByHeader: false, cacheComponents: true, env });
    expect(second).toMatchObject({ env });
  });

  it('sends no request when the site starts, and adds image hosts', async () => {
    const images = { remotePatterns: [{ hostname: 'a.test' }] };
    const configured = await withGalley({ images }, { pictureHosts: ['b.test'] })('phase-production-server');

    expect(configured).toMatchObject({
      images: { remotePatterns: [{ hostname: 'a.test' }, { hostname: 'b.test' }] },
    });
    expect(configured).not.toHaveProperty('env');
  });

  it('adds the default locale to paths without the code of another one, with the locales of the build', async () => {
    const project = await inSite();
    vi.stubEnv('GALLEY_LOCALES', undefined);
    for (const code of ['de', 'ar']) await addLocale(service, project, { code });
    const own = { source: '/old', destination: '/new' };
    const config = { rewrites: async () => [own] };

    const built = await withGalley(config, { localeRoutes: true })('phase-production-build');

    const locales = [
      { code: 'en', isDefault: true, direction: 'ltr' },
      { code: 'de', isDefault: false, direction: 'ltr' },
      { code: 'ar', isDefault: false, direction: 'rtl' },
    ];
    expect(built).toMatchObject({ env: { GALLEY_LOCALES: JSON.stringify(locales) } });
    expect(siteLocales()).toEqual(locales);
    expect(await built.rewrites()).toEqual({
      afterFiles: [
        own,
        { source: '/', destination: '/en' },
        { source: '/:path((?!(?:de|ar)(?:/|$)).*)', destination: '/en/:path' },
      ],
    });
  });

  it('names a missing variable in a build', async () => {
    vi.stubEnv('GALLEY_URL', '');
    await expect(withGalley({})('phase-production-build')).rejects.toThrow('GALLEY_URL');
  });
});
