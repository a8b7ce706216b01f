import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gzipSync } from 'node:zlib';
import { defineType, publishEntry } from '../support/content.ts';
import { startMediaService } from '../support/media.ts';
import { inRepository } from '../support/program.ts';
import type { TestProject } from '../support/service.ts';
import { listenWith } from '../support/stand-in-server.ts';
import { openBrowser, type TestBrowser } from './support/browser.ts';

const { service } = await startMediaService();

/** The client's entry points as a bundler gives them to a page: one script, under the global `galley`. */
async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: inRepository('packages/client/src') },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'galley',
    target: 'es2022',
    minify: true,
  });
  return outputFiles[0]?.text ?? '';
}

const script = await bundled(
  ['main', 'upload', 'changes'].map((name) => `export * from './${name}.ts';`).join('\n'),
);

let browser: TestBrowser;
let siteUrl: string;
beforeAll(async () => {
  browser = await openBrowser(service);
  const server = await listenWith((_request, response) => {
    response
      .setHeader('Content-Type', 'text/html')
      .end(`<!doctype html><title>A site</title><link rel="icon" href="data:,"><script>${script}</script>`);
  });
  siteUrl = server.origin;
  afterAll(() => server.stop());
});

/** A page of another origin, with a client of a publishable key that allows it. */
async function openSite(project: TestProject, expectedErrors: readonly RegExp[] = []): Promise<Page> {
  const { token } = await project.newKey({ purpose: 'publishable', origins: [siteUrl] });
  const page = await browser.newPage({ expectedErrors });
  await page.goto(siteUrl);
  await makeClient(page, token);
  return page;
}

async function makeClient(page: Page, key: string): Promise<void> {
  const options = JSON.stringify({ baseUrl: service.url, key });
  await page.evaluate(`client = galley.createClient(${options}); undefined`);
}

/** Runs an async function's body in the page. */
function inPage<T>(page: Page, body: string): Promise<T> {
  return page.evaluate<T>(`(async () => { ${body} })()`);
}

async function shop(): Promise<TestProject> {
  const project = await service.newProject();
  await defineType(project, 'product', { title: 'string', price: 'number' });
  for (const price of [1, 2, 3, 4, 5])
    await publishEntry(project, 'product', { title: `At ${price}`, price });
  return project;
}

describe('the client in a browser', () => {
  it('has a core under 6 KB as a bundler makes it', async () => {
    const core = await bundled(`export * from './main.ts';`);

    expect(core).toContain('createClient');
    expect(gzipSync(core).length).toBeLessThan(6 * 1024);
  });

  it('lists with filters and goes through pages, from another origin', async () => {
    const page = await openSite(await shop());

    const found = await inPage(
      page,
      `const page = await client.content('product').list({ where: { price: { gte: 4 } }, sort: '-price', count: true });
       const all = [];
       for await (const { values } of client.content('product').list({ limit: 2 })) all.push(values.price);
       return { total: page.meta.total, prices: page.data.map(({ values }) => values.price), all };`,
    );

    expect(found).toEqual({ total: 2, prices: [5, 4], all: [5, 4, 3, 2, 1] });
  });

  it('throws errors of its class, with the code and the request id that the header carries', async () => {
    const page = await openSite(await shop(), [/404/, /403/]);

    const faults = await inPage(
      page,
      `const caught = [];
       for (const work of [() => client.content('product').get('ent_0'), () => client.authors.create({ name: 'Ada' })]) {
         await work().catch((error) =>
           caught.push([error instanceof galley.GalleyError, error.code, error.status, /^req_/.test(error.requestId)]));
       }
       return caught;`,
    );

    expect(faults).toEqual([
      [true, 'unknown_entry', 404, true],
      [true, 'secret_key_required', 403, true],
    ]);
  });

  it('follows changes over one connection', async () => {
    const project = await shop();
    const page = await openSite(project);

    const opened = page.waitForResponse((response) => response.url().includes('/v1/changes'));
    const following = inPage(
      page,
      `const stop = new AbortController();
       const seen = [];
       for await (const { event, data } of galley.follow(client, { signal: stop.signal })) {
         seen.push([event, data.type]);
         if (seen.length === 2) stop.abort();
       }
       return seen;`,
    );
    await opened;
    const id = await publishEntry(project, 'product', { title: 'New' });
    await project.secret.patch(`/v1/content/product/${id}`, { values: { title: 'Newer' } });

    expect(await following).toEqual([
      ['content.entry.published', 'product'],
      ['content.entry.updated', 'product'],
    ]);
  });

  it('uploads in one call and tells how far it is', async () => {
    const project = await service.newProject();
    const page = await browser.newPage({ bypassCSP: true }); // the page itself has no script
    await page.goto('/docs'); // a secret key belongs to no other origin
    await page.evaluate(`${script}; globalThis.galley = galley; undefined`);
    await makeClient(page, project.secret.token);

    const found = await inPage<{ asset: any; steps: number[] }>(
      page,
      `const steps = [];
       const file = new File([new Uint8Array(3_000_000).fill(7)], 'a.png', { type: 'image/png' });
       const onProgress = ({ bytes, of }) => steps.push(bytes / of);
       const asset = await galley.upload(client, file, { alt: 'A', width: 3, height: 2, onProgress });
       return { asset, steps };`,
    );

    expect(found.asset).toMatchObject({
      status: 'ready',
      file_name: 'a.png',
      content_type: 'image/png',
      size_bytes: 3_000_000,
      alt: 'A',
    });
    expect(found.steps.length).toBeGreaterThan(0);
    expect(found.steps.at(-1)).toBe(1);
    expect((await fetch(found.asset.url as string)).headers.get('Content-Length')).toBe('3000000');
  });
});
