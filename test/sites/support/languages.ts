import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser } from '../../e2e/support/browser.ts';
import { expectAccessible, useAxe } from '../../e2e/support/dashboard.ts';
import { expectDone } from '../../support/content.ts';
import { signedIn } from '../../support/dashboard.ts';
import { addLocale } from '../../support/locales.ts';
import type { Framework } from './frameworks.ts';
import { visit } from './pages.ts';
import { newSite, type Site, statusOf } from './site.ts';

/** A page with its links to other languages, by `hreflang`. */
interface Page {
  url: string;
  links: Record<string, string>;
}

/** A site of a project in English, German and Arabic (contract of locales, section 10). */
export function testLanguages(framework: Framework): void {
  vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 }); // npm installs, and a framework builds

  describe(`a site in three languages from the starter for ${framework.starter}`, () => {
    let site: Site;
    useAxe();
    beforeAll(async () => {
      site = await newSite(framework, ['de', 'ar']);
    });
    const read = async (path: string) => {
      const { html, status } = await visit(site, path);
      const [, lang, dir] = /<html lang="([^"]*)"(?: dir="([^"]*)")?/.exec(html) ?? [];
      return { html, status, lang, dir };
    };

    it('serves each language below its code, and the default one without', async () => {
      expect(await read('/blog/flying-in-the-kitchen')).toMatchObject({
        status: 200,
        lang: 'en',
        dir: 'ltr',
      });
      const german = await read('/de/blog/fliegen-in-der-kueche');
      expect(german).toMatchObject({ status: 200, lang: 'de', dir: 'ltr' });
      expect(german.html).toContain('Luftraum freimachen');
      expect(german.html).toContain('href="/de/help"');
      const arabic = await read('/ar/blog/flying-in-the-kitchen');
      expect(arabic).toMatchObject({ status: 200, lang: 'ar', dir: 'rtl' });
      expect(arabic.html).toContain('الطيران في المطبخ');
      for (const path of ['/de', '/ar', '/de/blog', '/ar/help', '/de/search?q=Wind', '/de/rss.xml'])
        expect([path, (await read(path)).status]).toEqual([path, 200]);
      expect((await read('/de/search?q=Knoten')).html).toContain('/de/help/unsere-knoten');
      expect((await read('/de/rss.xml')).html).toContain('Fliegen in der Küche');
    });

    it('has no page where there is no translation, and none below the default code', async () => {
      for (const path of [
        '/ar/help/delivery-prices',
        '/de/help/zwei-schnuere-entwirren',
        '/en/blog',
        '/fr/blog',
      ]) {
        await visit(site, path); // the first response of Next may be 200 with `noindex`
        expect([path, await statusOf(site.origin + path)]).toEqual([path, 404]);
      }
    });

    it('redirects or links from the slug of another language to the page', async () => {
      const foreignUrl = `${site.origin}/de/blog/flying-in-the-kitchen`;
      const germanUrl = `${site.origin}/de/blog/fliegen-in-der-kueche`;
      const response = await fetch(foreignUrl);
      expect(response.url).toBe(framework.starter === 'astro' ? germanUrl : foreignUrl);
      expect(await response.text()).toContain(`<link rel="canonical" href="${germanUrl}"`);
    });

    it('links the same pages to each other in the sitemap and in pages', async () => {
      const sitemapPages = pagesIn((await visit(site, '/sitemap.xml')).html);
      const urls = sitemapPages.map(({ url }) => url);
      expect(new Set(urls).size).toBe(urls.length);
      expect(sitemapPages.filter(({ links }) => links['ar'] !== undefined).length).toBeGreaterThan(30);
      expectReciprocal(sitemapPages);

      const pages = [];
      for (const { url } of sitemapPages) {
        const { status, html } = await visit(site, url.slice(site.origin.length));
        expect([url, status]).toEqual([url, 200]);
        const [, canonical = ''] = /<link rel="canonical" href="([^"]*)"/.exec(html) ?? [];
        if (canonical.startsWith(site.origin)) expect(new URL(canonical).href).toBe(url); // an article can have another one
        pages.push({ url, links: linksIn(html) });
      }
      expectReciprocal(pages);
      expect(pages).toEqual(sitemapPages);
    });

    it('switches the language of a page, or leads to the home page of a language without it', async () => {
      const page = await (await openBrowser(site.service)).newPage({ javaScriptEnabled: false });
      await page.goto(`${site.origin}/blog/mending-a-strangers-kite`);
      await page.getByRole('link', { name: 'Deutsch' }).click();
      expect(await page.locator('h1').innerText()).toBe('Der Drachen eines Fremden');
      await page.getByRole('link', { name: 'العربية' }).click();
      expect(await page.locator('h1').innerText()).toBe('طائرةٌ لا نعرف صاحبها');
      await page.getByRole('link', { name: 'English' }).click();
      expect(page.url()).toBe(`${site.origin}/blog/mending-a-strangers-kite`);

      await page.goto(`${site.origin}/de/help/versandkosten`);
      await page.getByRole('link', { name: 'العربية' }).click();
      expect(page.url()).toBe(`${site.origin}/ar`);
    });

    it('lays Arabic out from right to left, without accessibility errors or horizontal scrolling', async () => {
      const page = await (await openBrowser(site.service)).newPage();
      for (const path of ['/ar', '/ar/blog', '/ar/help/launching-alone', '/de/blog/fliegen-in-der-kueche']) {
        await page.goto(site.origin + path);
        await expectAccessible(page);
        const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect([path, await page.evaluate<number>(overflow)]).toEqual([path, 0]);
      }
      const [name, menu] = await Promise.all(
        ['header a', 'header nav a'].map((selector) => page.locator(selector).first().boundingBox()),
      );
      expect(name?.x).toBeLessThan(menu?.x ?? 0);
      await page.goto(`${site.origin}/ar/blog`);
      const arabicName = await page.locator('header a').first().boundingBox();
      const arabicMenu = await page.locator('header nav a').first().boundingBox();
      expect(arabicName?.x).toBeGreaterThan(arabicMenu?.x ?? Infinity);
    });

    it('names the language of a text that comes from another locale', async () => {
      const { html } = await read('/ar/authors/nell-abarrow');
      expect(html).toMatch(/<p[^>]* lang="en" dir="auto"[^>]*>Nell sews most of the sails/);
      expect(html).toContain(`<link rel="canonical" href="${site.origin}/authors/nell-abarrow"`);
      expect(linksIn(html)).toEqual({});
    });

    it.runIf(framework.starter === 'astro')('serves a new locale without a build', async () => {
      expect((await read('/fr/blog')).status).toBe(404);
      await addLocale(site.service, site.project, { code: 'fr' });
      await expect.poll(async () => await read('/fr/blog')).toMatchObject({ status: 200, lang: 'fr' });
    });

    it('shows a changed translation, and a new one in all languages', async () => {
      const { secret } = site.project;
      expect((await read('/de/help/unsere-knoten')).html).not.toContain('Nur fünf Knoten');
      expect(linksIn((await read('/help/delivery-prices')).html)).not.toHaveProperty('ar');
      expectDone(await secret.patch('/v1/kb/articles/knots-we-use?locale=de', { title: 'Nur fünf Knoten' }));
      const arabic = { title: 'أسعار التوصيل', body: { markdown: 'نص.' }, publish: true };
      expectDone(await secret.patch('/v1/kb/articles/delivery-prices?locale=ar', arabic));

      await expect.poll(async () => (await read('/de/help/unsere-knoten')).html).toContain('Nur fünf Knoten');
      await expect
        .poll(async () => linksIn((await read('/help/delivery-prices')).html)['ar'])
        .toBe(`${site.origin}/ar/help/delivery-prices`);
      expect(await read('/ar/help/delivery-prices')).toMatchObject({ status: 200, dir: 'rtl' });
    });

    it('previews the locale that the editor has open', async () => {
      const { service, project, origin } = site;
      const editor = await signedIn(service, project.id, 'editor');
      const article = expectDone(await project.secret.get('/v1/kb/articles/untangling-two-lines'));
      const slug = 'zwei-schnuere-entwirren';
      const item = { type: 'kb_article', id: String(article.id), slug, locale: 'de' };
      const { body } = await editor.send('POST', `/projects/${project.id}/preview`, { item });
      const page = await (await openBrowser(service)).newPage();

      await page.goto(String(body.url));

      expect(page.url()).toBe(`${origin}/de/help/${slug}`);
      expect(await page.locator('h1').innerText()).toBe('Zwei Schnüre entwirren');
    });
  });
}

/** Every page that a page links to links back to it, with the same links; each has one of the default language. */
function expectReciprocal(pages: readonly Page[]): void {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  for (const { url, links } of pages) {
    const { 'x-default': standard, ...others } = links;
    if (Object.keys(links).length === 0) continue;
    expect(Object.values(others), url).toContain(url);
    expect(Object.keys(others).length, url).toBeGreaterThan(1);
    expect(standard, url).toBe(others['en']);
    for (const other of Object.values(others))
      expect(byUrl.get(other)?.links, `${url} -> ${other}`).toEqual(links);
  }
}

function pagesIn(sitemap: string): Page[] {
  return [...sitemap.matchAll(/<url>(.*?)<\/url>/gs)].map(([, text = '']) => ({
    url: /<loc>([^<]*)<\/loc>/.exec(text)?.[1] ?? '',
    links: linksIn(text),
  }));
}

/** The links to other languages of a page, or of a page in the sitemap. */
function linksIn(text: string): Record<string, string> {
  const links = text.matchAll(/<(?:xhtml:)?link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi);
  return Object.fromEntries([...links].map(([, locale = '', url = '']) => [locale, new URL(url).href]));
}
