import { expect } from 'vitest';
import type { Site } from './site.ts';

/** The response of a page. */
export interface Visit {
  path: string;
  status: number;
  html: string;
  /** Whether the page was rendered for this request. */
  isRendered: boolean;
}

export async function visit({ origin, framework }: Site, path: string): Promise<Visit> {
  const response = await fetch(origin + path);
  const isRendered = response.headers.get(framework.cacheHeader) !== 'HIT';
  return { path, status: response.status, html: await response.text(), isRendered };
}

/** The paths of all pages in the sitemap. */
export function pathsIn({ html }: Visit): string[] {
  const paths = [...html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(paths.length).toBeGreaterThan(40);
  return paths;
}

export async function sitemapOf(site: Site): Promise<string[]> {
  return pathsIn(await visit(site, '/sitemap.xml'));
}

/** Requests all pages of a site one after another, so that no two requests render the same page. */
export async function allPages(site: Site): Promise<Visit[]> {
  const sitemap = await visit(site, '/sitemap.xml');
  const pages = [sitemap];
  for (const path of [...pathsIn(sitemap), '/blog/page/2', '/rss.xml']) pages.push(await visit(site, path));
  return pages;
}

export function pathsOf(visits: readonly Visit[]): string[] {
  return visits.map(({ path }) => path).toSorted();
}

/** A page of each kind. */
export const kinds = [
  '/',
  '/fly-with-us',
  '/blog',
  '/blog/page/2',
  '/blog/a-year-of-broken-spars',
  '/blog/category/materials',
  '/authors/nell-abarrow',
  '/help',
  '/help/collection/flying',
  '/help/section/lines-and-knots',
  '/help/knots-we-use',
  '/search?q=wind',
];
