import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useAxe } from '../../e2e/support/dashboard.ts';
import { expectDone } from '../../support/content.ts';
import type { Framework } from './frameworks.ts';
import { compileWithFramework, importExports } from './packages.ts';
import { visit } from './pages.ts';
import { previewsLive } from './previewing.ts';
import { redirectsOldPaths } from './redirecting.ts';
import { refreshesPages } from './refreshing.ts';
import { servesPages } from './serving.ts';
import { newSite, type Site, statusOf } from './site.ts';
import { servesVisitors } from './visiting.ts';

/** Maximum time from the first command to the first page, in seconds. The README promises two minutes on an idle machine. */
const secondsMax = Number(process.env['SITE_SECONDS'] ?? 600);

/** The tests of a site from a starter (contract of delivery, section 5). Both starters have the same ones. */
export function testSite(framework: Framework): void {
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 }); // npm installs, and a framework builds

  describe(`a site made from the starter for ${framework.starter}`, () => {
    let startedSite: Site;
    const site = () => startedSite;
    useAxe();
    beforeAll(async () => {
      startedSite = await newSite(framework);
    });

    it('is served after the three commands of the README', () => {
      const { make, build, start } = site().seconds;
      const parts = `${make.toFixed(0)} to make and install, ${build.toFixed(0)} to build, ${start.toFixed(0)} to start`;
      console.log(`${framework.starter}: ${(make + build + start).toFixed(0)} s in three commands: ${parts}`);
      expect(make + build + start).toBeLessThan(secondsMax);
    });

    it('shows after its start what changed since its build, and again after each start', async () => {
      await site().stop();
      const { secret } = site().project;
      expectDone(await secret.patch('/v1/authors/jory-tamblin', { name: 'Jory Renamed' }));
      const page = async () => (await visit(site(), '/authors/jory-tamblin')).html;
      for (let starts = 0; starts < 2; starts += 1) {
        await site().start();
        await expect.poll(page, { timeout: 60_000 }).toContain('Jory Renamed');
        await site().stop();
      }
      await site().start();
    });

    servesPages(site);
    servesVisitors(site);
    previewsLive(site);
    refreshesPages(site);
    redirectsOldPaths(site);

    it('lists all help articles of a collection and a section, also more than one response of the API has', async () => {
      const { secret } = site().project;
      const { id: collection } = expectDone(await secret.post('/v1/kb/collections', { title: 'Catalog' }));
      const body = { title: 'Spare parts', collection };
      const { id: section } = expectDone(await secret.post('/v1/kb/sections', body));
      for (let number = 1; number <= 101; number += 1)
        expectDone(await secret.post('/v1/kb/articles', { title: `Part ${number}`, section, publish: true }));
      for (const path of ['/help/collection/catalog', '/help/section/spare-parts']) {
        const links = async () => (await visit(site(), path)).html.match(/ href="\/help\/part-\d+"/g);
        await expect.poll(links, { timeout: 60_000 }).toHaveLength(101);
      }
    });

    it('compiles with the types that the project has', async () => {
      for (const script of ['check', 'types', 'check']) await site().sh(`npm run ${script}`);
    });

    it('has packages of which every export is imported by the Node of the site', async () => {
      expect(await importExports(site())).toBeGreaterThan(8);
    });

    it('has a package that compiles against the types of the framework itself', async () => {
      await compileWithFramework(site());
    });

    it('builds and serves a project without content', async () => {
      await site().stop();
      const empty = await site().service.newProject();
      await site().setEnv({ GALLEY_KEY: empty.secret.token ?? '' });
      await rm(join(site().folder, framework.buildFolder), { recursive: true });
      await site().sh('npm run build');
      await site().start();
      for (const path of ['/', '/blog', '/help', '/search?q=x', '/sitemap.xml', '/rss.xml'])
        expect([path, await statusOf(`${site().origin}${path}`)]).toEqual([path, 200]);
      expect(await statusOf(`${site().origin}/fly-with-us`)).toBe(404);
    });
  });
}
