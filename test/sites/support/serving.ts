import { expect, it } from 'vitest';
import { openBrowser } from '../../e2e/support/browser.ts';
import { expectAccessible } from '../../e2e/support/dashboard.ts';
import { expectDone } from '../../support/content.ts';
import type { TestProject } from '../../support/service.ts';
import { kinds, sitemapOf, visit } from './pages.ts';
import { type Site, statusOf } from './site.ts';
import { weigh } from './weighing.ts';

/** Limits of one page. Those of scripts are in `frameworks.ts`. */
const htmlBytesMax = 60 * 1024;
const requestsMax = 12;
const shiftMax = 0.05;

/** Pages are whole, reachable, accessible and light. */
export function servesPages(site: () => Site): void {
  it('has a page for everything in the project, at the same path with both starters', async () => {
    expect((await sitemapOf(site())).toSorted()).toEqual((await pathsInProject(site().project)).toSorted());
  });

  it('serves every page of its sitemap with one heading, no error and no broken link', async () => {
    const { service, origin } = site();
    const page = await (await openBrowser(service)).newPage();
    const links = new Set<string>();
    let images = 0;
    for (const path of [...(await sitemapOf(site())), '/blog/page/2']) {
      const response = await page.goto(origin + path);
      expect(response?.status(), path).toBe(200);
      expect(await page.locator('h1').count(), path).toBe(1);
      for (const href of await page.evaluate<string[]>(hrefs)) links.add(href);
      images += await page.locator('img').count();
      expect(await page.evaluate<string[]>(withoutSize), path).toEqual([]);
    }
    expect(images).toBeGreaterThan(20);
    const ownUrls = [...links]
      .filter((href) => href.startsWith(origin))
      .map((href) => href.split('#')[0] ?? '');
    const brokenUrls = [];
    for (const url of new Set(ownUrls)) if ((await statusOf(url)) !== 200) brokenUrls.push(url);
    expect(brokenUrls).toEqual([]);
  });

  it.each(kinds)(
    'keeps its budgets, is accessible, requests nothing of other hosts and does not shift: %s',
    async (path) => {
      const { service, origin, framework } = site();
      const page = await (await openBrowser(service)).newPage();

      const { origins, ...weight } = await weigh(page, site(), path);

      console.log(`${framework.starter} ${path}: ${JSON.stringify(weight)}`);
      expect(weight.scriptBytes).toBeLessThanOrEqual(framework.scriptBytesMax);
      expect(weight.htmlBytes).toBeLessThanOrEqual(htmlBytesMax);
      expect(weight.requests).toBeLessThanOrEqual(requestsMax);
      expect(weight.shift).toBeLessThan(shiftMax);
      const bucket = new URL(service.app.config.S3_PUBLIC_URL ?? service.url).origin;
      expect(origins.filter((one) => ![origin, service.url, bucket].includes(one))).toEqual([]);
      await expectAccessible(page);
    },
  );

  it('shows its pages, and finds help and articles, without a script', async () => {
    const { service, origin } = site();
    const page = await (await openBrowser(service)).newPage({ javaScriptEnabled: false });
    await page.goto(`${origin}/blog/a-new-keel-for-the-tern`);
    expect(await page.locator('article p').last().isVisible()).toBe(true);

    await page.goto(`${origin}/search`);
    await page.getByLabel('Search for').fill('spar');
    await page.getByRole('button', { name: 'Search' }).click();

    await page.waitForURL(/\/search\?q=spar/);
    await page.getByRole('link', { name: 'Replacing a broken spar' }).waitFor();
    await page.getByRole('link', { name: 'A year of broken spars' }).waitFor();
  });

  it('responds with 404 to unknown paths, and caches the response', async () => {
    const missing = ['/nothing-here', '/blog/nothing-here', '/help/nothing-here', '/help/section/nothing'];
    for (const path of [...missing, '/help/collection/nothing', '/authors/nothing', '/blog/page/99']) {
      await visit(site(), path); // the first response of Next may be 200 with `noindex`
      site().takeRequests();
      expect([path, (await visit(site(), path)).status]).toEqual([path, 404]);
      expect([path, site().takeRequests()]).toEqual([path, []]);
    }
  });
}

/** The paths of all pages of a project, from the lists of the API. */
async function pathsInProject({ secret }: TestProject): Promise<string[]> {
  const readPaths = async (path: string, of: (item: Listed) => string): Promise<string[]> => {
    const paths: string[] = [];
    for (let cursor = ''; ;) {
      const { data, meta } = expectDone(await secret.get(`${path}?limit=100${cursor}`)) as Page;
      paths.push(...data.filter(({ seo }) => seo?.no_index !== true).map(of));
      if (!meta?.next_cursor) return paths;
      cursor = `&cursor=${meta.next_cursor}`;
    }
  };
  const below = (path: string) => (item: Listed) => `${path}/${item.slug}`;
  const lists = [
    readPaths('/v1/content/landing_page', ({ values }) => String(values?.path)),
    readPaths('/v1/blog/articles', below('/blog')),
    readPaths('/v1/blog/categories', below('/blog/category')),
    readPaths('/v1/authors', below('/authors')),
    readPaths('/v1/kb/collections', below('/help/collection')),
    readPaths('/v1/kb/sections', below('/help/section')),
    readPaths('/v1/kb/articles', below('/help')),
  ];
  return [...new Set(['/', '/blog', '/help', ...(await Promise.all(lists)).flat()])];
}

interface Listed {
  slug?: string;
  values?: { path?: string };
  seo?: { no_index: boolean };
}

interface Page {
  data: Listed[];
  meta?: { next_cursor?: string | null };
}

const hrefs = "[...document.querySelectorAll('a[href]')].map((anchor) => anchor.href)";
const withoutSize =
  "[...document.querySelectorAll('img:not([width][height][alt])')].map((image) => image.outerHTML)";
