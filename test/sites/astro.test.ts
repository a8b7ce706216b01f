import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type TestBrowser } from '../e2e/support/browser.ts';
import { expectAccessible, useAxe } from '../e2e/support/dashboard.ts';
import { signedIn } from '../support/dashboard.ts';
import { addressesOf, madeAnew, visit, visitAll } from './support/pages.ts';
import { type Site, startSite } from './support/site.ts';

useAxe();
let site: Site;
let browser: TestBrowser;
let paths: string[];
beforeAll(async () => {
  site = await startSite('astro', 'demo');
  browser = await openBrowser(site.service);
  paths = await addressesOf(site);
});

/** Pages of each kind. */
const kinds = [
  '/',
  '/blog',
  '/blog/a-year-of-broken-spars',
  '/blog/category/materials',
  '/authors/nell-abarrow',
  '/help',
  '/help/collection/flying',
  '/help/section/lines-and-knots',
  '/help/knots-we-use',
  '/fly-with-us',
  '/search?q=wind',
];

/** What a first view costs, by the browser's own protocol: bytes as they came, and how far things moved. */
async function measured(page: Page, path: string) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kindsById = new Map<string, string>();
  const bytes: Record<string, number> = {};
  const origins = new Set<string>();
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    kindsById.set(requestId, type ?? 'Other');
    if (!request.url.startsWith('data:')) origins.add(new URL(request.url).origin);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kindsById.get(requestId) ?? 'Other';
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
  });
  await page.addInitScript(
    'globalThis.moved = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) moved += value; }).observe({ type: "layout-shift", buffered: true });',
  );
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  const inline = await page.evaluate<number>(
    '[...document.querySelectorAll(\'script:not([type="application/ld+json"])\')].reduce((sum, { text }) => sum + text.length, 0)',
  );
  const shift = await page.evaluate<number>('moved');
  await session.detach();
  return { bytes, inline, shift, requests: kindsById.size, origins: [...origins] };
}

describe('a site made from the starter for Astro', () => {
  it('is served after three commands', () => {
    console.log(`From galley new site to a served page: ${site.tookSeconds.toFixed(0)} s`);
    expect(site.tookSeconds).toBeLessThan(Number(process.env['SITE_SECONDS'] ?? 600)); // 120 on a machine of its own
  });

  it('answers every address of its sitemap with one heading, and every link inside it leads somewhere', async () => {
    const visits = await visitAll(site, paths);

    expect(visits.filter(({ status }) => status !== 200).map(({ path }) => path)).toEqual([]);
    const pages = visits.filter(({ path }) => !path.endsWith('.xml'));
    expect(pages.filter(({ text }) => text.match(/<h1[ >]/g)?.length !== 1).map(({ path }) => path)).toEqual(
      [],
    );
    const pictures = pages.flatMap(({ text }) => text.match(/<img [^>]*>/g) ?? []);
    expect(pictures.length).toBeGreaterThan(20);
    expect(
      pictures.filter(
        (img) => !/ width="\d+"/.test(img) || !/ height="\d+"/.test(img) || !/ alt="/.test(img),
      ),
    ).toEqual([]);
    const links = new Set(
      pages.flatMap(({ text }) =>
        [...text.matchAll(/ href="(\/[^"#]*)/g)].map(([, href = '']) =>
          href.replaceAll('&#38;', '&').replaceAll('&amp;', '&'),
        ),
      ),
    );
    const broken = (await visitAll(site, [...links])).filter(({ status }) => status >= 400);
    expect(broken.map(({ path }) => path)).toEqual([]);
  });

  it.each(kinds)('keeps to its budgets and to the rules of accessibility: %s', async (path) => {
    const page = await browser.newPage();

    const { bytes, inline, shift, requests, origins } = await measured(page, path);

    expect((bytes['Script'] ?? 0) + inline).toBeLessThan(8 * 1024);
    expect(bytes['Document']).toBeLessThan(60 * 1024);
    expect(requests).toBeLessThanOrEqual(12);
    expect(shift).toBeLessThan(0.05);
    const store = new URL(site.service.app.config.S3_PUBLIC_URL ?? site.service.url).origin;
    expect(origins.filter((one) => ![site.url, site.service.url, store].includes(one))).toEqual([]);
    await expectAccessible(page);
  });

  it('makes anew exactly the pages that show an author who is renamed', async () => {
    await visitAll(site, paths);
    const before = await visitAll(site, paths);
    expect(madeAnew(before)).toEqual([]);
    const shown = before.filter(({ text }) => text.includes('Nell Abarrow')).map(({ path }) => path);
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.length).toBeLessThan(paths.length);

    await site.project.secret.patch('/v1/authors/nell-abarrow', { name: 'Nell Marram' });
    await expect.poll(async () => (await visit(site, '/authors/nell-abarrow')).text).toContain('Nell Marram');

    const after = await visitAll(site, paths);
    // The sitemap lists authors; the page that was polled is made already.
    const expected = [...shown, '/sitemap.xml'].filter((path) => path !== '/authors/nell-abarrow');
    expect(madeAnew(after).sort()).toEqual(expected.sort());
    expect(after.filter(({ text }) => text.includes('Nell Abarrow')).map(({ path }) => path)).toEqual([]);
    site.asked();
    await visitAll(site, paths);
    expect(site.asked()).toEqual([]);
  });

  it('keeps that something is not there, until it is', async () => {
    expect(await visit(site, '/blog/to-come')).toMatchObject({ status: 404, isMade: true });
    expect(await visit(site, '/blog/to-come')).toMatchObject({ status: 404, isMade: false });

    await site.project.secret.post('/v1/blog/articles', { title: 'To come', slug: 'to-come', publish: true });

    await expect.poll(async () => (await visit(site, '/blog/to-come')).status).toBe(200);
  });

  it('drops nothing for a purge that the service did not sign', async () => {
    await visit(site, '/help');
    const headers = {
      'Content-Type': 'application/json',
      'X-Service-Timestamp': `${Math.floor(Date.now() / 1000)}`,
      'X-Service-Signature': `sha256=${'0'.repeat(64)}`,
    };
    const body = JSON.stringify({
      id: 'whd_1',
      event: 'cache.purge',
      data: { tags: ['kb'], again: [], version: 1 },
    });

    const answer = await fetch(`${site.url}/api/galley`, { method: 'POST', headers, body });

    expect(answer.status).toBe(400);
    expect((await visit(site, '/help')).isMade).toBe(false);
  });

  it('counts a vote of a reader, and says so', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/help/knots-we-use`);
    const before = (await site.project.secret.get('/v1/kb/articles/knots-we-use')).body
      .helpful_count as number;

    await page.getByRole('button', { name: 'Yes' }).click();

    await page.getByText('Thank you!').waitFor();
    const votes = async () =>
      (await site.project.secret.get('/v1/kb/articles/knots-we-use')).body.helpful_count as number;
    await expect.poll(votes).toBe(before + 1);
  });

  it('finds help and articles, also without script', async () => {
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(`${site.url}/help`);
    await page.getByLabel('Search for').fill('spar');
    await page.getByRole('button', { name: 'Search' }).click();

    await page.waitForURL(/\/search\?q=spar/);
    expect(await page.getByRole('link', { name: 'Replacing a broken spar' }).count()).toBe(1);
    expect(await page.getByRole('link', { name: 'A year of broken spars' }).count()).toBe(1);
  });

  it('shows drafts to whoever previews, and to nobody else', async () => {
    const { service, project, url } = site;
    const draft = { title: 'Only a draft', slug: 'only-a-draft' };
    const { id } = (await project.secret.post('/v1/blog/articles', draft)).body;
    const editor = await signedIn(service, project.id, 'editor');
    const { body } = await editor.send('POST', `/projects/${project.id}/preview`, {
      item: { type: 'blog_article', id, slug: draft.slug },
    });
    const open = (address: string, cookie = '') =>
      fetch(address, { redirect: 'manual', headers: { Cookie: cookie } });

    const begun = await open(body.url as string);
    expect([begun.status, begun.headers.get('Location')]).toEqual([307, '/blog/only-a-draft']);
    const cookie = begun.headers.get('Set-Cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly; Secure; SameSite=None; Partitioned$/);
    const page = await open(`${url}/blog/only-a-draft`, cookie.split(';')[0]);
    expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
    expect(await page.text()).toContain('Only a draft');
    expect((await visit(site, '/blog/only-a-draft')).status).toBe(404);
    expect((await open(`${url}/api/preview?token=pv_wrong`)).status).toBe(401);
    for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example'])
      expect((await open(`${url}/api/preview?end=1&path=${encodeURIComponent(path)}`)).status).toBe(400);
  });

  it('shows what changed while it did not run', async () => {
    await site.stop();
    await site.project.secret.patch('/v1/blog/articles/to-come', { title: 'Came meanwhile' });
    await site.start();

    expect((await visit(site, '/blog/to-come')).text).toContain('Came meanwhile');
  });
});
