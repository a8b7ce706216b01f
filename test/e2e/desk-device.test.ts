import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../dev/embedded/mongod/instance.ts';
import { cleanup } from '../support/cleanup.ts';
import { addPerson, password, signedIn } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { findChromium } from './support/chromium.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

useAxe();

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

/** A browser of its own, which a test can kill and start again with its profile. */
async function startBrowser(profile: string): Promise<{ page: Page; kill: () => Promise<void> }> {
  const port = await freePort(0);
  const options = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
  ];
  const program = spawn(
    await findChromium(),
    [...options, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: 'ignore', detached: true },
  );
  const exited = new Promise<void>((resolve) => program.once('exit', () => resolve()));
  // Debian's Chromium is a script that starts the browser, so the whole group is killed.
  const kill = async () => {
    if (program.pid !== undefined && program.exitCode === null && program.signalCode === null)
      process.kill(-program.pid, 'SIGKILL');
    await exited;
  };
  cleanup(kill);
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(`${url}/json/version`), { timeout: 30_000, interval: 50 });
  const browser = await chromium.connectOverCDP(url);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no context');
  return { page: await context.newPage(), kill };
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${dashboard.service.url}/dashboard/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Recently edited').waitFor();
}

/** @param prepare - runs when the entry is there, and returns the query of its address */
async function typeAndKill(own = project, prepare = () => Promise.resolve('')) {
  const id = await addEntry(own, 'kite', { title: 'Offline' });
  const query = await prepare();
  const address = `${dashboard.service.url}/dashboard/p/${own.id}`;
  const profile = await mkdtemp(join(tmpdir(), 'galley-profile-'));
  const email = `desk-${id}@example.com`;
  const person = await addPerson(dashboard.service.app, own.id, { email, role: 'owner' });
  const first = await startBrowser(profile);
  await signIn(first.page, email);
  await first.page.goto(`${address}/entries/kite/${id}${query}`);
  await first.page.getByLabel('Summary').waitFor();
  await first.page.route(`**/content/kite/entries/${id}*`, (route) => route.abort());
  await first.page.getByLabel('Summary').fill('Typed before the browser died');
  await first.page.getByText('1 change is stored on this device', { exact: false }).waitFor();
  await first.page.waitForTimeout(1_000); // what the service promises is about one second
  await first.kill();
  return { id, address, email, personId: person._id, second: await startBrowser(profile) };
}

async function openUnsaved(page: Page, address: string, email: string): Promise<void> {
  await signIn(page, email);
  await page.goto(`${address}/unsaved`);
  await page.getByText('Typed before the browser died').waitFor();
}

describe('text that is stored on this device', () => {
  it('is in its field again after the browser was killed, and is saved', async () => {
    const { id, address, email, second } = await typeAndKill();
    await signIn(second.page, email);
    await second.page.goto(`${address}/entries/kite/${id}`);
    await expect
      .poll(() => second.page.getByLabel('Summary').inputValue())
      .toBe('Typed before the browser died');
    await second.page.getByText('Saved', { exact: true }).waitFor();
    const { body } = await project.secret.get(`/preview/v1/content/kite/${id}`);
    expect(body.values).toMatchObject({ summary: 'Typed before the browser died' });
  });

  it('is on a page of its own when its entry is gone, until it is discarded', async () => {
    const { id, address, email, second } = await typeAndKill();
    await project.secret.delete(`/v1/content/kite/${id}`);
    const { page } = second;
    await openUnsaved(page, address, email);
    const item = page.getByRole('listitem', { name: 'Offline' });
    await item.getByText('Summary').waitFor();
    await expectAccessible(page);
    await item.getByRole('link', { name: 'Open' }).click();
    await page.getByText('Not found', { exact: false }).first().waitFor();
    await page.getByRole('link', { name: 'Open unsaved text' }).click();
    await item.getByRole('button', { name: 'Discard…' }).click();
    await page.getByRole('button', { name: 'Discard text' }).click();
    await page.getByText('No unsaved text').waitFor();
  });

  it.each([
    ['content type', (own: TestProject) => deleteType(own)],
    ['release', async (own: TestProject) => own.secret.delete(`/v1/releases/${await releaseOf(own)}`)],
    ['right to write', (own: TestProject, personId: string) => makeViewer(own, personId)],
  ] as const)('is still there when its %s is gone', async (what, remove) => {
    const own = await dashboard.service.newProject();
    await defineEverything(own);
    const prepare = async () => (what === 'release' ? `?release=${await addRelease(own)}` : '');
    const { address, email, personId, second } = await typeAndKill(own, prepare);
    const { status } = await remove(own, personId);
    expect(status).toBeLessThan(300);
    await openUnsaved(second.page, address, email);
    const item = second.page.getByRole('listitem').filter({ hasText: 'Typed before the browser died' });
    await item.getByRole('button', { name: 'Copy' }).waitFor();
  });
});

async function addRelease(own: TestProject): Promise<string> {
  expect((await own.secret.post('/v1/releases', { name: 'Autumn' })).status).toBe(201);
  return releaseOf(own);
}

async function releaseOf({ secret }: TestProject): Promise<string> {
  const { body } = await secret.get('/v1/releases');
  return (body.data as { id: string; default: boolean }[]).find((release) => !release.default)?.id ?? '';
}

async function deleteType(own: TestProject): Promise<{ status: number }> {
  const owner = await signedIn(dashboard.service, own.id, 'owner');
  return owner.send('DELETE', `/projects/${own.id}/content-types/kite`, { confirm: 'kite' });
}

async function makeViewer(own: TestProject, personId: string): Promise<{ status: number }> {
  const owner = await signedIn(dashboard.service, own.id, 'owner');
  return owner.send('PATCH', `/projects/${own.id}/members/${personId}`, { role: 'viewer' });
}
