import { readdir, readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { loadSeeds, type SeedContexts } from '../../../src/seeds/service.ts';
import { createEndpoint } from '../../../src/delivery/webhooks/service.ts';
import { tester } from '../../support/actor.ts';
import type { TestProject } from '../../support/service.ts';
import type { TestDashboard } from './dashboard.ts';

/** A project with the demo content, and the addresses of its screens. */
export interface FilledProject {
  project: TestProject;
  /** Screens that the side navigation does not lead to. */
  inside: string[];
}

export async function fillProject({ service }: TestDashboard): Promise<FilledProject> {
  const project = await service.newProject();
  const { app } = service;
  const doors: SeedContexts = {
    project: () => app.contextsOf(tester).project(project.id),
    release: () => app.contextsOf(tester).release(project.id),
  };
  await loadSeeds(doors, 'all', { progress: () => undefined });
  const by = { now: app.clock.now(), actor: tester, box: app.box };
  const { endpoint } = await createEndpoint(
    app.system.project(project.id),
    { url: 'https://example.com/' },
    by,
  );
  const firstOf = async (path: string) =>
    String((await project.secret.get(`${path}?limit=1`)).body.data[0].id);
  const product = await firstOf('/v1/content/product');
  const blogArticle = await firstOf('/v1/blog/articles');
  const kbArticle = await firstOf('/v1/kb/articles');
  const release = await project.secret.post('/v1/releases', { name: 'Spring' });
  const inside = [
    '/entries/product',
    '/entries/product/import',
    `/entries/product/${product}`,
    `/live/product/${product}`,
    `/entries/landing_page/${await firstOf('/v1/content/landing_page')}`,
    '/entries/homepage/single',
    '/blog/board',
    `/blog/${blogArticle}`,
    `/live/blog_article/${blogArticle}`,
    '/kb/articles',
    `/kb/articles/${kbArticle}`,
    `/live/kb_article/${kbArticle}`,
    '/kb/reviews',
    '/kb/votes',
    '/content-types/new',
    '/content-types/type/product',
    '/content-types/blocks',
    '/content-types/blocks/new',
    '/content-types/blocks/block/hero',
    `/webhooks/${endpoint.id}`,
    `/releases/${release.body.id}`,
    '/account',
    '/unsaved',
    '/notifications',
    '/site',
    '/translations',
  ];
  return { project, inside };
}

/** The addresses to which the side navigation leads. */
export async function linksOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(
    `[...document.querySelectorAll('nav[aria-label="Screens"] a')].map((link) => link.getAttribute('href'))`,
  );
}

/** All screens of a project, below its address. */
export async function screensOf(page: Page, { project, inside }: FilledProject): Promise<string[]> {
  const root = `/dashboard/p/${project.id}`;
  return [...new Set([...(await linksOf(page)).map((href) => href.slice(root.length)), ...inside])];
}

/** The paths that the screens declare, as patterns: `/entries/$type/$entryId`. */
export async function declaredPaths(): Promise<string[]> {
  const folder = 'dashboard/src/screens';
  const names = await readdir(folder);
  const files = await Promise.all(names.map((name) => readFile(`${folder}/${name}/route.ts`, 'utf8')));
  const paths = files.flatMap((text) =>
    [...text.matchAll(/\bpath: '([^']*)'/g)].map(([, path = '']) => path),
  );
  return paths.map((path) => (path === '/' ? '' : `/${path}`));
}
