import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { buildDashboard } from '../dev/server/dashboard-build.ts';
import { startDev } from '../dev/server/start.ts';
import { findChromium } from '../test/e2e/support/chromium.ts';
import { screens } from './screenshot-screens.ts';

/*
 * Takes screenshots of every screen with the demo content, light and dark, into docs/screenshots/. Run it with `npm run
 * screenshots`; arguments limit it to the named screens.
 */
const out = resolve('docs/screenshots');
const port = 3790;
const baseUrl = `http://localhost:${port}`;
const owner = { email: 'olga@example.com', name: 'Olga Lind', password: 'a password for pictures' };

/** The parts of API responses that the screenshots need. */
interface Answered {
  id?: string;
  endpoint?: { id: string };
  data?: { id: string; title?: string }[];
  draft?: Record<string, unknown>;
}

const folder = await mkdtemp(join(tmpdir(), 'galley-screenshots-'));
await mkdir(out, { recursive: true });
await (
  await buildDashboard(console.error)
)?.done;
const service = await startDev({
  env: { ...process.env, PORT: String(port), LOG_LEVEL: 'fatal' },
  folder,
  say: console.error,
  signal: new AbortController().signal,
});
try {
  makeOwner();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  await takeAll(browser);
  await browser.close();
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}

function makeOwner(): void {
  const { email, name, password } = owner;
  const made = spawnSync(
    process.execPath,
    [
      resolve('bin/galley.js'),
      'user',
      'create',
      '--project',
      'Demo',
      '--email',
      email,
      '--name',
      name,
      '--role',
      'owner',
    ],
    { cwd: folder, env: { ...process.env, GALLEY_PASSWORD: password }, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr);
}

async function takeAll(browser: Browser): Promise<void> {
  let ids: Record<string, string> | null = null;
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      baseURL: baseUrl,
      colorScheme,
      viewport: { width: 1280, height: 820 },
    });
    const page = await context.newPage();
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await take(page, `sign-in-${colorScheme}`);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Demo' }).waitFor();
    const home = new URL(page.url()).pathname;
    ids ??= await prepareDemo(page, home.slice(home.lastIndexOf('/') + 1));
    const wanted = process.argv.slice(2);
    for (const screen of screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
      const known = ids;
      await page.goto(home + screen.path.replace(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? ''));
      const shown = page.locator('h1, .state');
      await shown.first().waitFor();
      if ((await page.locator('h1').count()) === 0) {
        console.error(`${screen.name}: ${await shown.first().innerText()}`);
        continue;
      }
      await page.waitForTimeout(1_200); // images and lists that load after the first response
      await screen.prepare?.(page);
      await take(page, `${screen.name}-${colorScheme}`);
      await screen.after?.(page);
    }
    await context.close();
  }
}

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(out, `${name}.png`) });
  console.error(`docs/screenshots/${name}.png`);
}

/** Creates a webhook with deliveries, and returns the ids in the URLs of the screens. */
async function prepareDemo(page: Page, projectId: string): Promise<Record<string, string>> {
  const ask = (method: string, path: string, body?: unknown) =>
    page.evaluate<Answered>(`(async () => {
      const { csrf } = await (await fetch('/dashboard/api/session')).json();
      const answer = await fetch('/dashboard/api/projects/${projectId}${path}', {
        method: '${method}',
        headers: { 'X-CSRF-Token': csrf, 'Content-Type': 'application/json' },
        body: ${body === undefined ? 'undefined' : JSON.stringify(JSON.stringify(body))},
      });
      return answer.status === 204 ? {} : answer.json();
    })()`);
  const release = await ask('POST', '/v1/releases', { name: 'Summer catalogue' });
  const { endpoint } = await ask('POST', '/webhooks', { url: `${baseUrl}/healthz`, events: ['*'] });
  for (const [path, body] of [
    ['/v1/authors', { name: 'Edda Lindqvar' }],
    ['/v1/blog/articles', { title: 'Notes on a calm week' }],
  ] as const) {
    const { id } = (await ask('POST', path, body)) as { id: string };
    await ask('DELETE', `${path}/${id}`);
  }
  for (const title of ['A day at the sail loft', 'What the wind tells'])
    await ask('POST', '/v1/blog/articles', { title, publish: true });
  for (const title of ['Five knots every flyer needs', 'Spring meeting: the programme'])
    await ask('POST', '/v1/blog/articles', { title });
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const later = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const stay = { publish: true, published_at: soon, unpublish_at: later };
  const scheduled = await ask('POST', '/v1/blog/articles', { title: 'Kites of the month', ...stay });
  await page.waitForTimeout(4_000); // until they are delivered
  const webhook = endpoint?.id ?? '';
  const deliveries = await ask('GET', `/webhooks/${webhook}/deliveries`);
  const articles = await ask('GET', '/blog/articles?status=published&sort=published_at&limit=1');
  const helpful = await ask('GET', '/kb/votes?sort=most&limit=1');
  const entries = await ask('GET', '/content/product/entries?status=published&limit=3');
  const [entry, ...others] = entries.data ?? [];
  const pages = await ask('GET', '/content/landing_page/entries?status=published&limit=1');
  await ask('PATCH', `/content/product/entries/${entry?.id ?? ''}`, {
    values: { summary: 'Flies from a breath of wind, and lands where you want it.' },
  });
  const releaseId = release.id ?? '';
  for (const { id, title = '' } of others)
    await ask('PATCH', `/v1/content/product/${id}?release=${releaseId}`, {
      values: { name: `${title}, summer colours` },
    });
  const { draft = {} } = await ask('GET', `/content/product/entries/${entry?.id ?? ''}`);
  const { manual_url: _, ...values } = draft;
  const added = { ...values, name: 'Sun sail', sku: 'MK-SS-099', slug: 'sun-sail' };
  await ask('POST', `/v1/content/product/entries?release=${releaseId}`, { values: added, publish: true });
  return {
    webhook,
    delivery: deliveries.data?.[0]?.id ?? '',
    entry: entry?.id ?? '',
    other: others[0]?.id ?? '',
    landing: pages.data?.[0]?.id ?? '',
    kbArticle: helpful.data?.[0]?.id ?? '',
    article: articles.data?.[0]?.id ?? '',
    scheduled: scheduled.id ?? '',
    release: releaseId,
  };
}
