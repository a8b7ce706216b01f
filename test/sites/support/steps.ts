import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useAxe } from '../../e2e/support/dashboard.ts';
import { expectDone } from '../../support/content.ts';
import type { Framework } from './frameworks.ts';
import { compileWithFramework, importedIn } from './packages.ts';
import { visit } from './pages.ts';
import { previewsLive } from './previewing.ts';
import { redirectsOldPaths } from './redirecting.ts';
import { refreshesPages } from './refreshing.ts';
import { servesPages } from './serving.ts';
import { newSite, type Site, statusOf } from './site.ts';
import { servesVisitors } from './visiting.ts';

/** From the first command to the first page, in seconds: two minutes are promised for a machine of one's own. */
const tookMax = Number(process.env['SITE_SECONDS'] ?? 600);

/** What every site of a starter is held to (contract of delivery, section 5); both starters go through the same list. */
export function holdsSite(framework: Framework): void {
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 }); // npm installs, and a framework builds

  describe(`a site made from the starter for ${framework.starter}`, () => {
    let made: Site;
    const site = () => made;
    useAxe();
    beforeAll(async () => {
      made = await newSite(framework);
    });

    it('is served after the three commands of the README', () => {
      const { make, build, start } = made.took;
      const parts = `${make.toFixed(0)} to make and install, ${build.toFixed(0)} to build, ${start.toFixed(0)} to start`;
      console.log(`${framework.starter}: ${(make + build + start).toFixed(0)} s in three commands: ${parts}`);
      expect(make + build + start).toBeLessThan(tookMax);
    });

    it('shows after its start what changed since its build, and again after each start', async () => {
      await made.stop();
      const { secret } = made.project;
      expectDone(await secret.patch('/v1/authors/jory-tamblin', { name: 'Jory Renamed' }));
      const page = async () => (await visit(made, '/authors/jory-tamblin')).html;
      for (let starts = 0; starts < 2; starts += 1) {
        await made.start();
        await expect.poll(page, { timeout: 60_000 }).toContain('Jory Renamed');
        await made.stop();
      }
      await made.start();
    });

    servesPages(site);
    servesVisitors(site);
    previewsLive(site);
    refreshesPages(site);
    redirectsOldPaths(site);

    it('compiles with the types that the project has', async () => {
      for (const script of ['check', 'types', 'check']) await made.sh(`npm run ${script}`);
    });

    it('has packages of which every export is imported by the Node of the site', async () => {
      expect(await importedIn(made)).toBeGreaterThan(8);
    });

    it('has a package that compiles against the types of the framework itself', async () => {
      await compileWithFramework(made);
    });

    it('builds and serves a project without content', async () => {
      await made.stop();
      const empty = await made.service.newProject();
      await made.setEnv({ GALLEY_KEY: empty.secret.token ?? '' });
      await rm(join(made.folder, framework.built), { recursive: true });
      await made.sh('npm run build');
      await made.start();
      for (const path of ['/', '/blog', '/help', '/search?q=x', '/sitemap.xml', '/rss.xml'])
        expect([path, await statusOf(`${made.origin}${path}`)]).toEqual([path, 200]);
      expect(await statusOf(`${made.origin}/fly-with-us`)).toBe(404);
    });
  });
}
