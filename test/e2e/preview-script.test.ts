import { build } from 'esbuild';
import type { Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRepository } from '../support/program.ts';
import { startService } from '../support/service.ts';
import { listenWith } from '../support/stand-in-server.ts';
import { openBrowser, type TestBrowser } from './support/browser.ts';

const service = await startService();

interface Message {
  galley: number;
  type: string;
  session?: string;
  [field: string]: unknown;
}

let browser: TestBrowser;
let dashboardUrl = '';
let siteUrl = '';
let hostileUrl = '';
let siteBody = '';
let siteStatus = 200;
const requests: { url: string; referer: string | undefined }[] = [];

/** A page that shows the site in a frame, or opens it, and collects its messages. */
const dashboardPage = () => `<!doctype html><title>Dashboard</title><link rel="icon" href="data:,">
<iframe id="site" src="${siteUrl}/" width="800" height="500"></iframe>
<script>
  received = [];
  addEventListener('message', ({ data, origin }) => received.push({ ...data, origin }));
  tell = (message) => site.contentWindow.postMessage(message, '*');
</script>`;

const sitePage = () => `<!doctype html><title>Site</title><link rel="icon" href="data:,">
<script src="${dashboardUrl}/client/preview.js" data-renew="/renew?token={token}&path={path}" defer></script>
<body>${siteBody}</body>`;

beforeAll(async () => {
  browser = await openBrowser(service);
  const { outputFiles } = await build({
    entryPoints: [inRepository('packages/client/src/preview/script.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  const script = outputFiles[0]?.text ?? '';
  const dashboard = await listenWith(({ url = '' }, response) => {
    const isScript = url === '/client/preview.js';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : dashboardPage());
  });
  const site = await listenWith(({ url = '', headers }, response) => {
    requests.push({ url, referer: headers.referer });
    if (url.startsWith('/renew')) return response.writeHead(307, { Location: '/' }).end();
    response.writeHead(siteStatus, { 'Content-Type': 'text/html' }).end(sitePage());
  });
  const hostile = await listenWith((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(dashboardPage());
  });
  for (const { stop } of [dashboard, site, hostile]) afterAll(stop);
  [dashboardUrl, siteUrl, hostileUrl] = [dashboard.origin, site.origin, hostile.origin];
});

interface Connected {
  page: Page;
  frame: Frame;
  /** Messages of the site by type. */
  received: (type: string) => Promise<Message[]>;
  send: (message: object) => Promise<void>;
}

const hello = { galley: 1, type: 'hello', version: 1, session: 'secret', mode: 'edit' };

async function openFrame(
  body: string,
  { at = dashboardUrl, expectedErrors = [] as RegExp[] } = {},
): Promise<Connected> {
  siteBody = body;
  siteStatus = 200;
  requests.length = 0;
  const page = await browser.newPage({ expectedErrors });
  await page.goto(at);
  const frame = await (await page.waitForSelector('#site')).contentFrame();
  if (frame === null) throw new Error('There is no frame.');
  await frame.waitForLoadState('load');
  const received = async (type: string) =>
    (await page.evaluate<Message[]>('received')).filter((message) => message.type === type);
  const send = (message: object) => page.evaluate<void>(`tell(${JSON.stringify(message)})`);
  return { page, frame, received, send };
}

async function connect(body: string, options = {}): Promise<Connected> {
  const connected = await openFrame(body, options);
  await expect.poll(() => connected.received('ready')).toHaveLength(1);
  await connected.send(hello);
  await expect.poll(() => connected.received('page')).toHaveLength(1);
  const { send } = connected;
  return { ...connected, send: (message) => send({ galley: 1, session: 'secret', ...message }) };
}

const article = '<main data-galley="art_1"><h1 data-galley="art_1#title">Old</h1></main>';

describe('the preview script', () => {
  it('reports the page and shows typed text at once', async () => {
    const { frame, received, send } = await connect(article);

    expect(await received('ready')).toMatchObject([{ versions: [1], path: '/', origin: siteUrl }]);
    expect(await received('page')).toMatchObject([
      { session: 'secret', path: '/', title: 'Site', items: ['art_1'] },
    ]);
    await send({ type: 'text', target: 'art_1#title', from: 'Old', to: '<img src=x onerror=alert(1)>' });
    await expect.poll(() => frame.locator('h1').textContent()).toBe('<img src=x onerror=alert(1)>');
    expect(await frame.locator('h1 *').count()).toBe(0);
  });

  it('morphs the page after a save and keeps focus, scroll position and newer text', async () => {
    const tall = '<p style="height:2000px">Long</p>';
    const { frame, received, send } = await connect(`${article}${tall}<input id="q"><ul><li>One</li></ul>`);
    await frame.locator('#q').fill('typed by a reader');
    const before = await frame.evaluate<number>('scrollY');
    expect(before).toBeGreaterThan(0);
    await send({ type: 'text', target: 'art_1#title', from: 'Old', to: 'Saved' });
    await send({ type: 'text', target: 'art_1#title', from: 'Saved', to: 'Newer' });
    siteBody = `${article.replace('Old', 'Saved')}${tall}<input id="q"><ul><li>One</li><li>Two</li></ul>`;

    await send({ type: 'changed', id: 'art_1', revision: 7 });

    await expect.poll(() => received('rendered')).toMatchObject([{ revision: 7 }]);
    expect(await frame.locator('li').allTextContents()).toEqual(['One', 'Two']);
    expect(await frame.locator('h1').textContent()).toBe('Newer');
    expect(await frame.evaluate('scrollY')).toBe(before);
    expect(await frame.evaluate('document.activeElement.id')).toBe('q');
  });

  it('runs one refresh at a time and one more for changes that arrive meanwhile', async () => {
    const { received, send } = await connect(article);
    requests.length = 0;

    await Promise.all([1, 2, 3, 4, 5].map((revision) => send({ type: 'changed', id: 'art_1', revision })));

    await expect.poll(async () => (await received('rendered')).at(-1)).toMatchObject({ revision: 5 });
    expect(requests.length).toBeLessThan(5);
  });

  it('reports the status of a failed refresh and shows the page after the next one', async () => {
    const { frame, received, send } = await connect(article, { expectedErrors: [/503/] });
    siteStatus = 503;
    await send({ type: 'changed', id: 'art_1', revision: 2 });
    await expect.poll(() => received('failed')).toMatchObject([{ status: 503 }]);
    expect(await frame.locator('h1').textContent()).toBe('Old');

    siteStatus = 200;
    siteBody = article.replace('Old', 'New');
    await send({ type: 'changed', id: 'art_1', revision: 3 });
    await expect.poll(() => frame.locator('h1').textContent()).toBe('New');
  });

  it('sends clicks in the mode edit with all marked elements, and lets the page work in browse', async () => {
    const { frame, received, send } = await connect(
      `<main data-galley="ent_1"><section data-galley="blk_1"><a href="#there" data-galley="blk_2#label">Go</a>
       <div data-galley="blk_1#text"><p>One</p><p>Two</p><p>And <b>three</b></p></div></section></main>`,
    );
    const hash = () => frame.evaluate<string>('location.hash');

    await frame.locator('a').click();
    await frame.locator('b').click();

    await expect
      .poll(() => received('edit'))
      .toMatchObject([
        { targets: ['blk_2#label', 'blk_1', 'ent_1'] },
        { targets: ['blk_1#text', 'blk_1', 'ent_1'], node: 2 },
      ]);
    expect(await hash()).toBe('');

    await frame.locator('a').click({ modifiers: ['Alt'] });
    expect(await received('edit')).toHaveLength(2);
    await send({ type: 'mode', mode: 'browse' });
    await frame.locator('a').click();
    await expect.poll(hash).toBe('#there');
    expect(await received('edit')).toHaveLength(2);
  });

  it('scrolls to the element of a focused field and adds no tab stop', async () => {
    const { frame, send } = await connect(
      `${article}<p style="height:3000px"></p><p data-galley="art_1#excerpt">Far down</p>`,
    );
    await send({ type: 'focus', target: 'art_1#excerpt' });

    await expect.poll(() => frame.evaluate<number>('scrollY')).toBeGreaterThan(1000);
    expect(await frame.locator('[tabindex], button').count()).toBe(0);
  });

  it('stores a new token with the site’s own URL and then refreshes', async () => {
    const { frame, received, send } = await connect(article);
    requests.length = 0;
    siteBody = article.replace('Old', 'Renewed');

    await send({ type: 'token', token: 'pv_new&x' });

    await expect.poll(() => received('rendered')).toHaveLength(1);
    expect(await frame.locator('h1').textContent()).toBe('Renewed');
    expect(requests[0]).toEqual({ url: '/renew?token=pv_new%26x&path=%2F', referer: undefined });
    expect(requests.filter(({ referer }) => referer?.includes('pv_') === true)).toEqual([]);
  });

  it('reports the page again after it changed by itself', async () => {
    const { frame, received } = await connect(article);

    await frame.evaluate(`history.pushState(null, '', '/next'); document.title = 'Next';
      document.querySelector('main').setAttribute('data-galley', 'art_2')`);

    await expect
      .poll(async () => (await received('page')).at(-1))
      .toMatchObject({ path: '/next', title: 'Next', items: ['art_2', 'art_1'] });
  });

  it('works in a page that the dashboard opened', async () => {
    const { page, frame } = await openFrame(article);
    await page.evaluate(`received.length = 0; void (opened = window.open('${siteUrl}/', '_blank'))`);
    const types = async () => (await page.evaluate<Message[]>('received')).map(({ type }) => type);
    await expect.poll(types).toEqual(['ready']);
    await page.evaluate(`opened.postMessage(${JSON.stringify(hello)}, '*')`);
    await expect.poll(types).toEqual(['ready', 'page']);
    expect(await frame.locator('h1').textContent()).toBe('Old');
  });

  it('reacts to no message of another origin, session or window, and sends it none', async () => {
    const hostile = await openFrame(article, { at: hostileUrl, expectedErrors: [/postMessage/] });
    const everything = [
      hello,
      { ...hello, type: 'text', target: 'art_1#title', from: 'Old', to: 'Hacked' },
      { ...hello, type: 'changed', id: 'art_1', revision: 1 },
      { ...hello, type: 'focus', target: 'art_1#title' },
      { ...hello, type: 'token', token: 'pv_evil' },
    ];
    requests.length = 0;
    for (const message of everything) await hostile.send(message);
    await hostile.frame.locator('h1').click();
    expect(await hostile.page.evaluate('received')).toEqual([]);
    expect(await hostile.frame.locator('h1').textContent()).toBe('Old');
    expect(requests).toEqual([]);

    const { page, frame, received, send } = await connect(article);
    requests.length = 0;
    for (const message of everything.slice(1)) await send({ ...message, session: 'guessed' });
    await page.evaluate(`document.body.append(Object.assign(document.createElement('iframe'), { srcdoc:
      '<script>for (const m of ${JSON.stringify(everything)}) parent.site.contentWindow.postMessage({ ...m, session: "secret" }, "*")</' + 'script>' }))`);
    await page.waitForFunction('document.querySelectorAll("iframe").length === 2');
    await send({ type: 'text', target: 'art_1#title', from: 'Old', to: 'Mine' });
    await expect.poll(() => frame.locator('h1').textContent()).toBe('Mine');
    expect(requests).toEqual([]);
    expect(await received('rendered')).toEqual([]);
  });
});
