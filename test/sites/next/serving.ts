import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openBrowser } from '../../e2e/support/browser.ts';
import { expectAccessible } from '../../e2e/support/dashboard.ts';
import { pathsOf, type Site, statusOf } from './site.ts';

/** Section 5 of the contract of delivery: what one page may weigh. */
const scriptBytesMax = 150 * 1024;
const htmlBytesMax = 60 * 1024;
const requestsMax = 12;
const shiftMax = 0.05;

/** Two addresses of each kind. */
function fewOfEach(paths: readonly string[]): string[] {
  const kindOf = (path: string) => path.split('/').slice(0, -1).join('/');
  return paths.filter(
    (path, at) => paths.slice(0, at).filter((other) => kindOf(other) === kindOf(path)).length < 2,
  );
}

/** Pages are whole, reachable, accessible and light. */
export function servesPages(site: () => Site): void {
  it('answers every address of its sitemap with one heading, no error and links that lead somewhere', async () => {
    const { commands, origin } = site();
    const page = await (await openBrowser(commands.service)).newPage();
    const links = new Set<string>();
    for (const path of await pathsOf(site())) {
      const answer = await page.goto(`${origin}${path}`);
      expect(answer?.status(), path).toBe(200);
      expect(await page.locator('h1').count(), path).toBe(1);
      for (const href of await page.evaluate<string[]>(hrefs)) links.add(href);
      expect(await page.evaluate<string[]>(withoutSize), path).toEqual([]);
    }
    const own = [...links].filter((href) => href.startsWith(origin)).map((href) => href.split('#')[0] ?? '');
    const lost = [];
    for (const href of new Set(own)) if ((await statusOf(href)) !== 200) lost.push(href);
    expect(lost).toEqual([]);
  });

  it('has no serious fault of accessibility on pages of each kind', async () => {
    const { commands, origin } = site();
    const page = await (await openBrowser(commands.service)).newPage();
    for (const path of [...fewOfEach(await pathsOf(site())), '/search?q=line']) {
      await page.goto(`${origin}${path}`);
      await expectAccessible(page);
    }
  });

  it('keeps its budgets, asks nobody but the service and the bucket, and does not move while it loads', async () => {
    const { commands, origin } = site();
    for (const path of [
      '/',
      '/fly-with-us',
      '/blog',
      '/blog/a-new-keel-for-the-tern',
      '/help/knots-we-use',
    ]) {
      const page = await (await openBrowser(commands.service)).newPage();
      const weighed = await weigh(page, `${origin}${path}`);
      console.log(`next-site ${path}: ${JSON.stringify({ ...weighed, hosts: undefined })}`);
      expect(weighed.scriptBytes, path).toBeLessThanOrEqual(scriptBytesMax);
      expect(weighed.htmlBytes, path).toBeLessThanOrEqual(htmlBytesMax);
      expect(weighed.requests, path).toBeLessThanOrEqual(requestsMax);
      expect(weighed.shift, path).toBeLessThan(shiftMax);
      expect(
        weighed.hosts.filter((host) => !host.startsWith('127.0.0.1')),
        path,
      ).toEqual([]);
    }
  });

  it('shows its pages, and finds, without a script', async () => {
    const { commands, origin } = site();
    const page = await (await openBrowser(commands.service)).newPage({ javaScriptEnabled: false });
    await page.goto(`${origin}/blog/a-new-keel-for-the-tern`);
    expect(await page.locator('article p').last().isVisible()).toBe(true);
    await page.goto(`${origin}/search`);
    await page.getByLabel('Words').fill('keel');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'A new keel for the Tern' }).waitFor();
  });

  it('says 404 for what is not there', async () => {
    for (const path of ['/nothing-here', '/blog/nothing-here', '/help/nothing-here', '/blog/page/99'])
      expect([path, await statusOf(`${site().origin}${path}`)]).toEqual([path, 404]);
  });
}

const hrefs = "[...document.querySelectorAll('a[href]')].map((anchor) => anchor.href)";
const withoutSize =
  "[...document.querySelectorAll('img:not([width][height][alt])')].map((image) => image.outerHTML)";

/** What a first view costs, by the browser's own protocol. */
async function weigh(page: Page, address: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map<string, { type: string; url: string }>();
  const bytes = { Script: 0, Document: 0 } as Record<string, number>;
  session.on('Network.responseReceived', ({ requestId, type, response: { url } }) =>
    kinds.set(requestId, { type, url }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = kinds.get(requestId)?.type ?? '';
    bytes[type] = (bytes[type] ?? 0) + encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const shift = await page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value;
    }).observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
  })`);
  const urls = [...kinds.values()].map(({ url }) => url).filter((url) => url.startsWith('http'));
  return {
    scriptBytes: bytes['Script'] ?? 0,
    htmlBytes: Buffer.byteLength((await (await fetch(address)).text()) || ''),
    requests: urls.length,
    shift,
    hosts: urls.map((url) => new URL(url).host),
  };
}
