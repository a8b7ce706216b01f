import { expect } from 'vitest';
import type { Site } from './site.ts';

/** What one request for a page of a site brought. */
export interface Visit {
  path: string;
  status: number;
  text: string;
  /** Whether the page was made for this request. */
  isMade: boolean;
}

export async function visit({ url }: Site, path: string): Promise<Visit> {
  const answer = await fetch(url + path);
  const isMade = answer.headers.get('X-Astro-Cache') !== 'HIT';
  return { path, status: answer.status, text: await answer.text(), isMade };
}

/** Every address of the sitemap, and what stands beside it. */
export async function addressesOf(site: Site): Promise<string[]> {
  const { text } = await visit(site, '/sitemap.xml');
  const paths = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  expect(paths.length).toBeGreaterThan(2);
  return [...paths, '/sitemap.xml', '/rss.xml'];
}

export async function visitAll(site: Site, paths: readonly string[]): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const path of paths) visits.push(await visit(site, path));
  return visits;
}

/** The paths of the pages that were made for these visits. */
export function madeAnew(visits: readonly Visit[]): string[] {
  return visits.filter(({ isMade }) => isMade).map(({ path }) => path);
}
