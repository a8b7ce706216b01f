import { expect } from 'vitest';
import type { Site } from './site.ts';

/** What one request for a page of a site brought. */
export interface Visit {
  path: string;
  status: number;
  html: string;
  /** Whether the page was made for this request. */
  isMade: boolean;
}

export async function visit({ origin, framework }: Site, path: string): Promise<Visit> {
  const answer = await fetch(origin + path);
  const isMade = answer.headers.get(framework.keptHeader) !== 'HIT';
  return { path, status: answer.status, html: await answer.text(), isMade };
}

/** Every address of the sitemap. */
export function pathsIn({ html }: Visit): string[] {
  const found = [...html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  expect(found.length).toBeGreaterThan(40);
  return found;
}

export async function sitemapOf(site: Site): Promise<string[]> {
  return pathsIn(await visit(site, '/sitemap.xml'));
}

/** All that a site serves, one after the other: each page is made by the one request that asks for it. */
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
