import { readdirSync } from 'node:fs';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import { errors } from '../../../src/contract/errors/errors.ts';
import { guidePage, guidePages } from '../../../src/introspection/pages/guide.ts';
import { documentedPath } from '../../../src/core/http/pipeline/route.ts';
import { startService } from '../../support/service.ts';
import { guideGroups } from '../../support/guide.ts';
import { routes } from '../../support/assembly.ts';

type Node = DefaultTreeAdapterMap['node'];

const service = await startService();
const guides = guideGroups.flatMap((group) =>
  readdirSync(`docs/${group}`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `/docs/${group}/${name.replace(/\.md$/, '')}`),
);
const pages = ['/docs', '/docs/errors', ...guides];

/** Paths of the service that are no pages of the documentation. */
const elsewhere = ['/docs/style.css', '/dashboard'];

const read = (path: string, headers = {}) => fetch(service.url + path, { headers });

/** The ids of a page and everything that it refers to. */
async function partsOf(path: string) {
  const text = await (await read(path)).text();
  const elements: DefaultTreeAdapterMap['element'][] = [];
  const walk = (node: Node): void => {
    if ('tagName' in node) elements.push(node);
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parse(text));
  const attribute = (name: string) =>
    elements.flatMap(({ attrs }) => attrs.filter((one) => one.name === name).map(({ value }) => value));
  const sources = [...attribute('src'), ...attribute('srcset')];
  return { text, ids: attribute('id'), links: attribute('href'), sources, elements };
}

describe('the pages under /docs', () => {
  it.each(pages)(
    '%s is served without a key, with a policy that allows no script and no other host',
    async (path) => {
      const answer = await read(path);
      const { sources, elements } = await partsOf(path);

      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('Content-Security-Policy')).toMatch(/^default-src 'none'; style-src 'self';/);
      for (const source of sources) expect(source).toMatch(/^\/docs\/screenshots\/[a-z0-9-]+\.png$/);
      const loaded = elements.filter(({ tagName }) =>
        ['script', 'style', 'iframe', 'object'].includes(tagName),
      );
      expect(loaded.map(({ tagName }) => tagName)).toEqual([]);
      expect(elements.some(({ attrs }) => attrs.some(({ name }) => /^(style|on)/.test(name)))).toBe(false);
    },
  );

  it('have links that all lead to a page, and to a place in it', async () => {
    const parts = new Map(await Promise.all(pages.map(async (path) => [path, await partsOf(path)] as const)));

    for (const [path, { links, ids }] of parts) {
      expect(new Set(ids).size, `ids of ${path}`).toBe(ids.length);
      for (const link of links.filter((one) => !/^(data:|https?:)/.test(one) && !elsewhere.includes(one))) {
        const [page = '', fragment = ''] = link.split('#');
        const target = parts.get(page === '' ? path : page);
        expect(target, `${link} on ${path}`).toBeDefined();
        if (fragment !== '') expect(target?.ids, `${link} on ${path}`).toContain(fragment);
      }
    }
  });

  it('show pictures that are there, light and dark, in the size that the page says before they arrive', async () => {
    const all = await Promise.all(pages.map(partsOf));
    const images = all.flatMap(({ elements }) => elements.filter(({ tagName }) => tagName === 'img'));
    expect(images.length).toBeGreaterThan(5);

    for (const { attrs } of images) {
      const {
        src = '',
        alt,
        width,
        height,
      } = Object.fromEntries(attrs.map(({ name, value }) => [name, value]));
      expect(alt, src).toMatch(/\w+ \w+/);
      for (const address of [src, src.replace('-light.', '-dark.')]) {
        const answer = await read(address);
        expect([answer.status, answer.headers.get('Content-Type')], address).toEqual([200, 'image/png']);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect([width, height], address).toEqual(
          [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map(String),
        );
      }
    }
    const sources = new Set(all.flatMap((page) => page.sources));
    expect(sources.size).toBe(
      new Set(images.map(({ attrs }) => attrs.find(({ name }) => name === 'src')?.value)).size * 2,
    );
  });

  it('have a stylesheet, and answer 304 to their ETag', async () => {
    const sheet = await read('/docs/style.css');
    const again = await read('/docs', { 'If-None-Match': (await read('/docs')).headers.get('ETag') ?? '' });

    expect([sheet.status, sheet.headers.get('Content-Type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(again.status).toBe(304);
  });

  it('are searched by words: titles first, each place with the words around', async () => {
    const page = await partsOf('/docs/search?q=signing+secret');
    const [first = ''] = page.links.filter((link) => link.includes('#'));
    expect(page.text).toContain('Search: signing secret');
    expect(first).toMatch(/^\/docs/);
    expect((await (await read(first)).text()).toLowerCase()).toContain('secret');

    const none = await read(`/docs/search?q=${encodeURIComponent('<b>zyzzyva"')}`);
    expect(none.status).toBe(200);
    const text = await none.text();
    expect(text).toContain('No page has all words of');
    expect(text).not.toContain('<b>zyzzyva');
    expect(await (await read('/docs/search')).text()).toContain('Enter words to look for.');
  });

  it('have examples that speak to this service, and code that the keyboard reaches', async () => {
    const baseUrl = 'https://galley.example.test';
    const start = guidePages({ root: '', baseUrl }).find(({ name }) => name === 'quick-start');
    expect(start?.body).toContain(baseUrl);
    expect(start?.body).not.toContain('localhost:3000');
    const { elements } = await partsOf('/docs/start/quick-start');
    const codes = elements.filter(({ tagName }) => tagName === 'pre');
    expect(codes.length).toBeGreaterThan(2);
    for (const { attrs } of codes) expect(attrs).toContainEqual({ name: 'tabindex', value: '0' });
  });

  it.each([
    '/docs/nothing',
    '/docs/../package.json',
    '/docs/architecture/decisions/0002-libraries',
    '/docs/media.md',
    '/docs/screenshots/nothing.png',
    '/docs/screenshots/..%2f..%2fpackage.json',
  ])('are no others: %s is 404', async (path) => {
    expect((await read(path)).status).toBe(404);
  });

  it('show a person the way to the others, and a program the envelope', async () => {
    const page = await read('/docs/nothing', { Accept: 'text/html,*/*' });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('href="/docs/errors"');
    expect((await read('/docs/nothing')).headers.get('Content-Type')).toContain('application/json');
  });
});

describe('/docs', () => {
  it('names every endpoint with its method', async () => {
    const { text } = await partsOf('/docs');

    for (const { method, path } of routes)
      expect(text).toContain(`${method}</span>${documentedPath(path)}</a>`);
  });
});

describe('/docs/errors', () => {
  it('explains every code under the fragment that doc_url names', async () => {
    const project = await service.newProject();
    const { ids } = await partsOf('/docs/errors');

    const answer = await project.secret.get('/v1/content/nothing');

    expect(ids).toEqual(expect.arrayContaining(Object.keys(errors)));
    const url = new URL(answer.body.error.doc_url as string);
    expect(pages).toContain(url.pathname);
    expect(ids).toContain(url.hash.slice(1));
  });
});

describe('a page of the guide', () => {
  it('has its first heading as title, places for the others, and links to its neighbours', () => {
    const markdown = '# A `b` c\n\nSee [media](media.md#with-curl).\n\n## With *care*, now\n\nText.\n';

    const page = guidePage('some-page.md', markdown, '/base');

    expect(page).toMatchObject({
      name: 'some-page',
      title: 'A b c',
      chapters: [{ title: 'With care, now', fragment: 'with-care-now' }],
    });
    expect(page.body).toContain('<a href="/base/docs/model/media#with-curl">media</a>');
    expect(page.body).toContain('<h2 id="with-care-now">With <em>care</em>, now</h2>');
  });

  it('shows pictures of its own folder, and the words of any other', () => {
    const markdown =
      '# X\n\n![The palette](screenshots/palette-light.png) ![Not <here>](https://example.com/a.png)\n';

    const { body } = guidePage('x.md', markdown, '/base');

    expect(body).toContain('srcset="/base/docs/screenshots/palette-dark.png"');
    expect(body).toMatch(
      /<img src="\/base\/docs\/screenshots\/palette-light.png" alt="The palette" width="\d+"/,
    );
    expect(body).toMatch(/<\/picture> Not &#\d+;here/);
  });

  it('shows HTML as text', () => {
    const page = guidePage('x.md', '# X\n\n<script>alert(1)</script> [a](javascript:alert(1))\n', '');

    expect(page.body).not.toContain('<script>');
    expect(page.body).not.toContain('href="javascript:');
  });
});
