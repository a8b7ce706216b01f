import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guideBlocks } from '../support/guide.ts';
import { startMediaService } from '../support/media.ts';
import { inRepository } from '../support/program.ts';
import type { TestProject } from '../support/service.ts';
import { listenWith } from '../support/stand-in-server.ts';
import { openBrowser, type TestBrowser } from './support/browser.ts';

const { service, store } = await startMediaService();
const { endpoint, bucket, privateBucket } = store.settings;
const picture = readFileSync(inRepository('seeds/images/plover.png'));
const chosen = { name: 'plover.png', mimeType: 'image/png', buffer: picture };

/** A site of somebody else's: a file to choose, and the script of docs/model/media.md that sends it. */
const site = `<!doctype html><title>A site</title><link rel="icon" href="data:,"><input type="file"><script>
${guideBlocks('model/media.md', 'js').join('\n')}
function sendChosen(asked) {
  return send(document.querySelector('input').files[0], asked).then(() => 'sent', (error) => error.message);
}
function show(src) {
  const image = new Image();
  return new Promise((resolve) => {
    image.onload = () => resolve(image.naturalWidth);
    image.onerror = () => resolve(0);
    image.src = src;
    document.body.append(image);
  });
}
function read(address) {
  return fetch(address).then((answer) => answer.status);
}
</script>`;

let browser: TestBrowser;
let siteUrl: string;
beforeAll(async () => {
  browser = await openBrowser(service);
  const server = await listenWith((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(site);
  });
  siteUrl = server.origin;
  afterAll(() => server.stop());
});

async function openSite(expectedErrors: readonly RegExp[] = []): Promise<{ page: Page; sent: Request[] }> {
  const page = await browser.newPage({ expectedErrors });
  await page.goto(siteUrl);
  const sent: Request[] = [];
  page.on('request', (request) => sent.push(request));
  return { page, sent };
}

/** Runs a function of the site's script in the page. */
function inPage<T>(page: Page, name: 'sendChosen' | 'show' | 'read', argument: unknown): Promise<T> {
  return page.evaluate<T>(`${name}(${JSON.stringify(argument)})`);
}

async function upload(page: Page, { secret }: TestProject): Promise<any> {
  await page.setInputFiles('input', chosen);
  const details = { file_name: chosen.name, content_type: chosen.mimeType, size_bytes: picture.length };
  const asked = await secret.post('/v1/media/uploads', details);
  expect(await inPage(page, 'sendChosen', asked.body)).toBe('sent');
  const confirmed = await secret.post(`/v1/media/uploads/${asked.body.media.id}/confirm`);
  expect(confirmed.body.status).toBe('ready');
  return confirmed.body;
}

describe('a page of another origin', () => {
  it('sends a file straight to the store, with the headers that it was told', async () => {
    const project = await service.newProject();
    const { page, sent } = await openSite();

    const asset = await upload(page, project);

    expect(sent.map((request) => request.method())).toContain('PUT');
    expect(new Set(sent.map((request) => new URL(request.url()).origin))).toEqual(new Set([endpoint]));
    expect(await inPage(page, 'show', asset.url)).toBeGreaterThan(1);
    expect(Buffer.from(await (await fetch(asset.url as string)).arrayBuffer())).toEqual(picture);
  });

  it('is told by the store why a file is refused that was not announced', async () => {
    const { secret } = await service.newProject();
    const { page } = await openSite([/403/]);
    await page.setInputFiles('input', { ...chosen, buffer: Buffer.concat([picture, picture]) });
    const details = { file_name: chosen.name, content_type: chosen.mimeType, size_bytes: picture.length };
    const asked = await secret.post('/v1/media/uploads', details);

    expect(await inPage(page, 'sendChosen', asked.body)).toContain('SignatureDoesNotMatch');

    const confirmed = await secret.post(`/v1/media/uploads/${asked.body.media.id}/confirm`);
    expect(confirmed.body.status).toBe('failed');
  });

  it('sees a private file by its signed address alone, and not by guessing', async () => {
    const project = await service.newProject({ privateMedia: true });
    const { page } = await openSite([/403/]);

    const { url } = await upload(page, project);
    const bare = (url as string).split('?')[0] ?? '';

    expect(await inPage(page, 'show', url)).toBeGreaterThan(1);
    const guesses = [
      bare,
      bare.replace(`/${privateBucket}/`, `/${bucket}/`),
      (url as string).replace(/.$/, (c) => (c === '0' ? '1' : '0')),
    ];
    for (const guess of guesses) {
      expect([guess, await inPage(page, 'show', guess)]).toEqual([guess, 0]);
      expect([guess, await inPage(page, 'read', guess)]).toEqual([guess, 403]);
    }
  });
});
