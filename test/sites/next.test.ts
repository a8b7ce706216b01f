import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { useAxe } from '../e2e/support/dashboard.ts';
import { expectDone } from '../support/content.ts';
import { refreshesPages } from './next/refreshing.ts';
import { servesPages } from './next/serving.ts';
import { newSite, served, type Site, statusOf } from './next/site.ts';
import { servesVisitors } from './next/visiting.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 }); // npm installs, and a framework builds

describe('a site of Next', () => {
  let made: Site;
  const site = () => made;
  useAxe();
  beforeAll(async () => {
    made = await newSite();
    await made.npm('run', 'build');
  });

  it('shows after its start what changed since its build, and again after each start', async () => {
    const { secret } = made.project;
    expectDone(await secret.patch('/v1/authors/jory-tamblin', { name: 'Jory Renamed' }));
    const page = async () => (await served(made, '/authors/jory-tamblin')).html;
    for (let starts = 0; starts < 2; starts += 1) {
      await made.start();
      await expect.poll(page, { timeout: 60_000 }).toContain('Jory Renamed');
      if (starts === 0) await made.stop();
    }
  });

  servesPages(site);
  servesVisitors(site);
  refreshesPages(site);

  it('compiles with the types that the project has', async () => {
    await made.npm('run', 'types');
    await made.npm('run', 'check');
  });

  it('builds and serves a project without content', async () => {
    await made.stop();
    const empty = await made.commands.service.newProject();
    await made.setEnv({ GALLEY_KEY: empty.secret.token ?? '' });
    await rm(join(made.folder, '.next'), { recursive: true });
    await made.npm('run', 'build');
    await made.start();
    for (const path of ['/', '/blog', '/help', '/search?q=x', '/sitemap.xml', '/rss.xml'])
      expect([path, await statusOf(`${made.origin}${path}`)]).toEqual([path, 200]);
    expect(await statusOf(`${made.origin}/fly-with-us`)).toBe(404);
  });
});
