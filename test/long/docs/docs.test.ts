import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Koa from 'koa';
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, it } from 'vitest';
import { errors } from '../../../src/contract/errors/errors.ts';
import { docsPages } from '../../../src/introspection/pages/service.ts';
import { assembly, routes } from '../../support/assembly.ts';
import { cleanup } from '../../support/cleanup.ts';
import { guideGroups } from '../../support/guide.ts';
import { inRepository } from '../../support/program.ts';
import { newFolder } from '../../support/transfer/installations.ts';

const baseUrl = 'https://cms.example.test';
const folder = await newFolder();
let url = '';

beforeAll(async () => {
  const vitepress = inRepository('node_modules/vitepress/bin/vitepress.js');
  const build = spawnSync(process.execPath, [vitepress, 'build', 'docs', '--outDir', folder], {
    cwd: inRepository(''),
    encoding: 'utf8',
  });
  if (build.status !== 0) throw new Error(build.stdout + build.stderr);
  url = await serve(baseUrl);
});

async function serve(base: string): Promise<string> {
  const koa = new Koa();
  koa.use(docsPages(assembly.surface, base, folder));
  const server = createServer((...pair) => void koa.callback()(...pair));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const read = (path: string, headers = {}) => fetch(url + path, { headers, redirect: 'manual' });
const pages = guideGroups.flatMap((group) =>
  readdirSync(inRepository(`docs/${group}`))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `/docs/${group}/${name.replace(/(index)?\.md$/, '')}`.replace(/\/$/, '')),
);

describe('the documentation', () => {
  it('serves every page without a key, with scripts and styles of its own alone', async () => {
    for (const path of [...pages, '/docs/errors']) {
      const answer = await read(path);
      const policy = answer.headers.get('Content-Security-Policy') ?? '';

      expect([answer.status, answer.headers.get('Content-Type')], path).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(policy).toMatch(
        /^default-src 'none'; script-src 'self'( 'sha256-[^']+')*; style-src 'self' 'sha256-[^']+';/,
      );
      expect(await answer.text(), path).not.toMatch(
        / style="|<script[^>]+src="(?!\/docs\/)|<link[^>]+href="(?!\/docs\/|data:)/,
      );
    }
  });

  it('has a reference of every endpoint, from its own files', async () => {
    const document = (await (await read('/docs/openapi.json')).json()) as { paths: Record<string, object> };

    expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods))).toHaveLength(
      routes.length,
    );
    for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css'])
      expect((await read(`/docs/swagger/${name}`)).status).toBe(200);
  });

  it('shows the URL of this service in examples and scripts', async () => {
    const page = await (await read('/docs/start/quick-start')).text();
    const [, script = ''] = /href="(\/docs\/assets\/start_quick-start[^"]+\.js)"/.exec(page) ?? [];

    for (const text of [page, await (await read(script)).text()])
      expect(text).not.toContain('localhost:3000');
    expect(page).toContain(baseUrl);
  });

  it('puts the path of the service before its own paths', async () => {
    const other = await serve('https://example.test/cms');
    const page = await (await fetch(`${other}/docs/start/quick-start`)).text();

    expect(page).toContain('src="/cms/docs/assets/');
    expect(page).not.toMatch(/(src|href)="\/docs\//);
    expect((await fetch(`${other}/docs`, { redirect: 'manual' })).headers.get('Location')).toBe(
      '/cms/docs/start/',
    );
  });

  it.each([
    ['/docs', '/docs/start/'],
    ['/docs/webhooks', '/docs/build/webhooks'],
    ['/docs/content', '/docs/model/content-types'],
    ['/docs/access', '/docs/security/roles-and-keys'],
  ])('redirects %s to %s', async (path, target) => {
    const answer = await read(path);
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, target]);
    expect((await read(target)).status).toBe(200);
  });

  it('caches files by their hash, and pages by their ETag', async () => {
    const page = await read('/docs/start/quick-start');
    const again = await read('/docs/start/quick-start', { 'If-None-Match': page.headers.get('ETag') ?? '' });
    const [, script = ''] = /src="(\/docs\/assets\/app[^"]+\.js)"/.exec(await page.text()) ?? [];

    expect(again.status).toBe(304);
    expect((await read(script)).headers.get('Cache-Control')).toContain('immutable');
  });

  it.each([
    '/docs/nothing',
    '/docs/..%2f..%2fpackage.json',
    '/docs/architecture/decisions/0002-libraries',
    '/docs/.vitepress/config.ts',
    '/docs/build/media.md',
  ])('has no page at %s', async (path) => {
    expect((await read(path)).status).toBe(404);
    const page = await read(path, { Accept: 'text/html' });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('explains every error code under the fragment that doc_url names', async () => {
    const page = await (await read('/docs/errors')).text();
    for (const code of Object.keys(errors)) expect(page).toContain(`id="${code}"`);
  });
});

describe('the search', () => {
  let index: MiniSearch<{ id: string }>;
  beforeAll(async () => {
    const chunks = join(folder, 'assets/chunks');
    const [name = ''] = readdirSync(chunks).filter((file) => file.startsWith('@localSearchIndexroot'));
    const { default: json } = (await import(join(chunks, name))) as { default: string };
    index = MiniSearch.loadJSON(json, {
      fields: ['title', 'titles', 'text'],
      storeFields: ['title', 'titles'],
    });
  });
  const options = { fuzzy: 0.08, prefix: true, boost: { title: 4, text: 2, titles: 1 } };

  it.each([
    ['login', 'security/sign-in'],
    ['environment variables', 'run/settings'],
    ['i18n', 'model/locales'],
    ['localization', 'model/locales'],
    ['image resize', 'model/images'],
    ['SSO', 'security/single-sign-on'],
    ['GDPR', 'security/personal-data'],
    ['GraphQL', 'start/roadmap'],
    ['deploy', 'run/deploy'],
    ['rate limit', 'api/rate-limits'],
    ['contentful', 'start/coming-from'],
    ['where', 'api/lists'],
  ])('finds %s on %s first', (words, page) => {
    const [first] = index.search(words, options);
    expect(first?.id).toContain(`/docs/${page}`);
  });
});
