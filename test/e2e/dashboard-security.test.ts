import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, DashboardClient, password } from '../support/dashboard.ts';
import { startDashboard, type TestDashboard } from './support/dashboard.ts';
import { databaseOf } from '../support/database.ts';

let dashboard: TestDashboard;
beforeAll(async () => {
  dashboard = await startDashboard({});
});

/** A page of somebody else on this machine: for a browser another origin of the same site, which gets the cookie. */
async function foreignPage(html: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe('a session', () => {
  it('has a cookie that no script reads, and never one that was there before the sign-in', async () => {
    const project = await dashboard.service.newProject();
    const { app, url } = dashboard.service;
    const email = `somebody-${project.id}@example.test`;
    await addPerson(app, project.id, { email, role: 'owner' });
    const page = await dashboard.newPage();
    const planted = { name: 'galley_session', value: 'a-token-that-somebody-else-knows' };
    const { hostname } = new URL(url);
    await page.context().addCookies([{ ...planted, domain: hostname, path: '/dashboard' }]);

    await page.goto('/dashboard');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Test' }).waitFor();

    const cookies = (await page.context().cookies(`${url}/dashboard`)).filter(
      ({ name }) => name === planted.name,
    );
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/dashboard' }]);
    expect(cookies[0]?.value).not.toBe(planted.value);
    expect(await page.evaluate('document.cookie')).not.toContain(planted.name);
    const other = new DashboardClient(url);
    other.cookie = `${planted.name}=${planted.value}`;
    expect((await other.send('GET', '/session')).body.user).toBeNull();
  });

  it('opens nothing of the API, neither as a page nor to a script of the dashboard', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '', { expectedErrors: [/401/, /favicon/] });

    expect(await page.evaluate("fetch('/v1/ping').then(({ status }) => status)")).toBe(401);
    expect((await page.goto('/v1/content/page'))?.status()).toBe(401);
  });

  it('lets a page of somebody else change nothing, though the browser sends the cookie', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '', { expectedErrors: [/./] });
    const api = `${dashboard.service.url}/dashboard/api/projects/${project.id}`;
    const evil = await foreignPage(`
      <form method="post" enctype="text/plain" action="${api}/keys">
        <input name='{"name":"stolen","purpose":"secret","origins":[],"x":"' value='"}'>
        <button>Win a kite</button>
      </form>`);
    await page.goto(evil);

    const tried = await page.evaluate<string[]>(`Promise.all([
      ['POST', '/keys', '{"name":"stolen","purpose":"secret"}'],
      ['PATCH', '/settings', '{"name":"stolen"}'],
      ['DELETE', '/v1/schema/content-types/page', undefined],
    ].map(([method, path, body]) =>
      fetch(${JSON.stringify(api)} + path, { method, body, credentials: 'include' })
        .then(() => 'read', () => 'refused')))`);
    const blind = await page.evaluate<string>(`fetch(${JSON.stringify(api)} + '/keys',
      { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{"name":"stolen","purpose":"secret"}' })
      .then(({ type }) => type)`);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url() === `${api}/keys`),
      page.getByRole('button', { name: 'Win a kite' }).click(),
    ]);

    expect(tried).toEqual(['refused', 'refused', 'refused']);
    expect(blind).toBe('opaque');
    expect(answer.status()).toBe(403);
    const keys = await databaseOf(dashboard.service.app.system)
      .collection('api_keys')
      .find({ project_id: project.id, name: 'stolen' })
      .toArray();
    expect(keys).toEqual([]);
  });
});

describe('an editor', () => {
  it('finds no way to what is an owner’s, and is told so at each of its addresses', async () => {
    const project = await dashboard.service.newProject();
    const ways = async (role: 'owner' | 'editor') => {
      const page = await dashboard.open(project, '', { role, expectedErrors: [/403/] });
      await page.getByRole('navigation').getByRole('link', { name: 'Media' }).waitFor();
      const hrefs = await page.evaluate<string[]>(
        "[...document.querySelectorAll('nav a')].map(({ pathname }) => pathname)",
      );
      return { page, hrefs };
    };
    const owner = await ways('owner');
    const { page, hrefs } = await ways('editor');

    const closed = owner.hrefs.filter((href) => !hrefs.includes(href));

    expect(closed.map((href) => href.split('/').at(-1))).toEqual([
      'keys',
      'webhooks',
      'delivery',
      'members',
      'audit',
      'usage',
      'settings',
    ]);
    for (const href of closed) {
      await page.goto(href);
      await page
        .getByRole('main')
        .getByText(/an owner/i)
        .first()
        .waitFor();
    }
  });

  it('writes and publishes content', async () => {
    const project = await dashboard.service.newProject();
    await project.secret.put('/v1/schema/content-types/note', {
      name: 'Note',
      fields: [{ key: 'title', label: 'Title', type: 'string' }],
    });
    const page = await dashboard.open(project, '/entries/note', { role: 'editor' });

    await page.keyboard.press('n');
    await page.getByLabel('Title', { exact: true }).fill('By an editor');
    await page.keyboard.press('Control+Shift+P');
    await page.getByRole('region', { name: 'Status' }).getByText('Live', { exact: true }).waitFor();

    const { body } = await project.publishable.get('/v1/content/note');
    expect(body.data).toMatchObject([{ values: { title: 'By an editor' } }]);
  });
});
