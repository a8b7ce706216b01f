import { spawnSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { buildInBackground } from '../dev/server/background-build.ts';
import { clientBuild } from '../dev/server/client-build.ts';
import { buildDashboard } from '../dev/server/dashboard-build.ts';
import { startDev } from '../dev/server/start.ts';
import { createClient } from '../packages/client/src/main.ts';
import { editAttributes } from '../packages/client/src/preview/attributes.ts';
import { findChromium } from '../test/e2e/support/chromium.ts';

/*
 * Records the live preview with the demo content as docs/screenshots/live-preview.webp: typing into a title, then a click
 * on the page.
 */
const out = resolve('docs/screenshots/live-preview.webp');
const [port, sitePort] = [3792, 3793];
const baseUrl = `http://localhost:${port}`;
const siteUrl = `http://localhost:${sitePort}`;
const owner = { email: 'olga@example.com', name: 'Olga Lind', password: 'a password for pictures' };
const frameMs = 110;

interface Block {
  id: string;
  values: { title?: string; text?: string; image?: { url: string } | null; features?: Block[] };
}

const folder = await mkdtemp(join(tmpdir(), 'galley-live-'));
for (const building of [
  await buildDashboard(console.error),
  await buildInBackground(clientBuild(), console.error),
])
  await building?.done;
const service = await startDev({
  env: { ...process.env, PORT: String(port), LOG_LEVEL: 'fatal' },
  folder,
  say: console.error,
  signal: new AbortController().signal,
});
const site = startSite();
try {
  createOwner();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
  const page = await browser.newPage({ baseURL: baseUrl, viewport: { width: 1200, height: 680 } });
  const frames = await record(page);
  await browser.close();
  await sharp(frames, { join: { animated: true } })
    .webp({ loop: 0, delay: frames.map(() => frameMs), quality: 55, effort: 5 })
    .toFile(out);
  console.error(out);
} finally {
  site.close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}

function createOwner(): void {
  const { email, name, password } = owner;
  const args = ['--project', 'Demo', '--email', email, '--name', name, '--role', 'owner'];
  const env = { ...process.env, GALLEY_PASSWORD: password };
  const command = [resolve('bin/galley.js'), 'user', 'create', ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Types into the title of the first block, then clicks on a feature and changes its title. */
async function record(page: Page): Promise<Buffer[]> {
  await openLive(page);
  const frames: Buffer[] = [];
  const take = async (count: number) => {
    for (let i = 0; i < count; i += 1) frames.push(await page.screenshot({ type: 'png' }));
  };
  const type = async (text: string) => {
    for (const key of text) {
      await page.keyboard.type(key);
      await page.waitForTimeout(40);
      await take(1);
    }
  };
  const title = page.locator('[data-field$="/title"] input').first();
  const feature = page.frameLocator('iframe').getByRole('heading', { level: 3 }).nth(1);
  await take(6);
  await title.click();
  await take(3);
  await page.keyboard.press('ControlOrMeta+A');
  await type('Come and fly with us');
  await take(6);
  await feature.hover();
  await page.waitForTimeout(600);
  await take(5);
  await feature.click();
  await page.waitForTimeout(600);
  await take(4);
  await page.keyboard.press('End');
  await type(', all day');
  await take(14);
  return frames;
}

async function openLive(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Demo' }).waitFor();
  const home = new URL(page.url()).pathname;
  const projectId = home.slice(home.lastIndexOf('/') + 1);
  const id = await page.evaluate<string>(`(async () => {
    const api = '/dashboard/api/projects/${projectId}';
    const { csrf } = await (await fetch('/dashboard/api/session')).json();
    const preview_url = '${siteUrl}/preview?id={id}&token={token}';
    await fetch(api + '/settings', {
      method: 'PATCH',
      headers: { 'X-CSRF-Token': csrf, 'Content-Type': 'application/json' },
      body: JSON.stringify({ preview_url }),
    });
    const { data } = await (await fetch(api + '/v1/content/landing_page?where[path]=/fly-with-us')).json();
    return data[0].id;
  })()`);
  await page.goto(`${home}/live/landing_page/${id}`);
  await page.getByRole('button', { name: 'Browse' }).waitFor();
  await page.waitForTimeout(1500); // images and fonts
}

/** A small site for the demo content, with a preview as the guide describes it. */
function startSite(): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', siteUrl);
    const token =
      url.searchParams.get('token') ?? /galley_preview=([^;]+)/.exec(request.headers.cookie ?? '')?.[1];
    if (url.pathname === '/preview') {
      const cookie = `galley_preview=${token ?? ''}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned`;
      response
        .writeHead(307, { Location: `/${url.searchParams.get('id') ?? ''}`, 'Set-Cookie': cookie })
        .end();
      return;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    renderPage(token ?? '', url.pathname.slice(1)).then(
      (html) => response.end(html),
      () => response.writeHead(404).end(),
    );
  }).listen(sitePort);
}

function edit(block: { id: string }, field?: string): string {
  return `data-galley="${editAttributes(true)(block, field)['data-galley'] ?? ''}"`;
}

async function renderPage(token: string, id: string): Promise<string> {
  const page = await createClient({ baseUrl: baseUrl, preview: token }).content('landing_page').get(id);
  const sections = (page.values as { sections: Block[] }).sections;
  const hero = sections[0];
  const grid = sections.find(({ values }) => values.features !== undefined);
  if (hero === undefined || grid === undefined) throw new Error('The demo page has no hero or no features.');
  const image = hero.values.image == null ? '' : `<img src="${hero.values.image.url}" alt="">`;
  const cards = (grid.values.features ?? []).map(
    (feature) => `<li ${edit(feature)}><h3 ${edit(feature, 'title')}>${feature.values.title ?? ''}</h3>
      <p ${edit(feature, 'text')}>${feature.values.text ?? ''}</p></li>`,
  );
  return `<!doctype html><html lang="en"><head><title>Marram Kites</title><link rel="icon" href="data:,">
    <script src="${baseUrl}/client/preview.js" defer></script>
    <style>
      body { margin: 0; padding: 24px 32px; color: #16302f; background: #f6fbfa; font: 15px/1.5 Georgia, serif }
      h1 { margin: 12px 0; font-size: 38px; line-height: 1.1 } h3 { margin: 0 0 4px; font-size: 18px }
      img { width: 100%; height: 170px; object-fit: cover; border-radius: 10px }
      ul { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; padding: 0; list-style: none }
      li { padding: 16px; border-radius: 10px; background: #fff } p { margin: 0 }
    </style></head>
    <body><main ${edit(page)}><section ${edit(hero)}>${image}<h1 ${edit(hero, 'title')}>${hero.values.title ?? ''}</h1>
    <p ${edit(hero, 'text')}>${hero.values.text ?? ''}</p></section><ul ${edit(grid)}>${cards.join('')}</ul></main></body></html>`;
}
