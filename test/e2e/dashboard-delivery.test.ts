import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { listTargets } from '../../src/delivery/purges/service.ts';
import { firstWithinMs, newTarget, purgeIn, settledTarget, tagsAt } from '../support/purges/targets.ts';
import { expectDone } from '../support/content.ts';
import { expectedSignature, type Receiver, startReceiver } from '../support/receiver.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

describe('the delivery screen', () => {
  let dashboard: TestDashboard;
  let receiver: Receiver;
  /** Of the tests that need no empty screen: each has a target of its own in it, or looks at changes of its own. */
  let shared: TestProject;
  useAxe();
  beforeAll(async () => {
    dashboard = await startDashboard({ WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8' });
    receiver = await startReceiver();
    const { service } = dashboard;
    await service.app.start();
    shared = await service.newProject();
    await newTarget(service.app, shared, await startReceiver());
  });

  const made = async (path: string, body: object) =>
    String(expectDone(await shared.secret.post(path, body)).id);
  const said = (page: Page, words: string | RegExp) =>
    page.getByRole('region', { name: 'Messages' }).getByText(words).first().waitFor();
  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
  const choose = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };

  /** A new target of the shared project, with its panel open. */
  async function openTarget() {
    const own = await startReceiver();
    const { id, secret } = await newTarget(dashboard.service.app, shared, own);
    const page = await dashboard.open(shared, '/delivery');
    const row = page.getByRole('row', { name: own.url });
    await row.press('Enter');
    const panel = dialog(page, 'Your server');
    await panel.waitFor();
    return { own, id, secret, page, row, panel };
  }

  it('adds a target by keyboard, tests it, purges everything, and shows what was told', async () => {
    const project = await dashboard.service.newProject();
    const page = await dashboard.open(project, '/delivery');
    await page.getByRole('heading', { name: 'No purge targets yet' }).waitFor();
    await expectAccessible(page);

    await page.keyboard.press('c');
    await page.keyboard.press('Tab');
    await page.keyboard.type(receiver.url);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Copy the signing secret now' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Your server .*Up to date/ }).waitFor({ timeout: 30_000 });

    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Purge everything' }).press('Enter');
    await page.getByRole('row', { name: /Everything Purge Purged/ }).waitFor({ timeout: 30_000 });
    await expectAccessible(page);

    await page.getByRole('row', { name: /Your server/ }).press('Enter');
    await page.getByRole('button', { name: 'Send a test' }).press('Enter');
    await page.getByRole('heading', { name: 'The test arrived' }).waitFor();
    expect(await page.getByRole('dialog').innerText()).toContain('X-Service-Signature');
    await expectAccessible(page);
  });

  it('shows what a change told in words, and each target’s request and answer once it has them', async () => {
    const slow = await startReceiver();
    await settledTarget(dashboard.service.app, shared, slow);
    const held: ServerResponse[] = [];
    slow.answer = (response) => void held.push(response);
    const author = await made('/v1/authors', { name: 'Nell' });
    await slow.got(2, firstWithinMs);
    const page = await dashboard.open(shared, '/delivery');

    await page.getByRole('row', { name: /^Author Nell, lists of authors Change/ }).press('Enter');

    const panel = dialog(page, 'Change');
    const target = panel.locator('section', { hasText: slow.url });
    await target.getByText('Not sent yet.').waitFor();
    slow.answer = 204;
    for (const response of held) response.writeHead(204).end();
    await target.getByText('Delivered').waitFor({ timeout: 30_000 });
    await target.getByText(`POST ${slow.url}`).waitFor({ timeout: 30_000 });
    const words = await panel.innerText();
    for (const part of ['Author Nell', 'Lists of authors', 'X-Service-Signature'])
      expect(words).toContain(part);
    const pages = await panel.getByRole('list').first().innerText();
    expect(pages).not.toContain(author); // ids are copied with the tags
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    expect(await page.locator(':focus').innerText()).toContain('Author Nell');
  });

  it('tells a target again what changed since a moment', async () => {
    const author = await made('/v1/authors', { name: 'Bo' });
    const { own, page, panel } = await openTarget();
    await panel.getByText('Up to date').waitFor({ timeout: 30_000 });
    await choose(page, 'Purge changes since…');
    await dialog(page, 'Purge changes since').waitFor();
    await expectAccessible(page);

    await page.keyboard.press('Control+Enter');

    await said(page, /^Purged again: \d+ changes?$/);
    await expect.poll(() => [...tagsAt(own, 1)], { timeout: 30_000 }).toContain(author);
  });

  it('makes a new signing secret after a question, and signs with it', async () => {
    const { own, secret, page } = await openTarget();
    await choose(page, 'New signing secret');
    await dialog(page, 'Create a new signing secret?').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');

    const shown = dialog(page, 'Copy the signing secret now');
    const next = await shown.locator('code').last().innerText();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Send a test' }).press('Enter');
    await page.getByRole('heading', { name: 'The test arrived' }).waitFor();

    const test = own.received.find((one) => purgeIn(one).tags[0]?.startsWith('test:') === true);
    expect(next).not.toBe(secret);
    expect(test?.headers['x-service-signature']).toBe(test && expectedSignature(next, test));
  });

  it('disables a target, enables it again, and deletes it after its host was typed', async () => {
    const { own, id, page, row, panel } = await openTarget();
    await choose(page, 'Disable');
    await dialog(page, 'Disable this purge target?').waitFor();
    await page.keyboard.press('Enter');
    await panel.getByText('Disabled manually').waitFor();
    await panel.getByRole('button', { name: 'Enable' }).press('Enter');
    await panel.getByText('Disabled manually').waitFor({ state: 'detached' });

    await choose(page, 'Delete');
    const remove = page.getByRole('button', { name: 'Delete purge target' });
    expect(await remove.isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.keyboard.type(new URL(own.url).host);
    await page.keyboard.press('Enter');

    await said(page, 'The purge target is deleted');
    await row.waitFor({ state: 'detached' });
    await panel.waitFor({ state: 'detached' });
    const left = await listTargets(dashboard.service.app.system.project(shared.id));
    expect(left.map((target) => target.id)).not.toContain(id);
  });

  it('purges the copies that show items which a search found', async () => {
    const title = { publish: true, title: 'Kites' };
    await made('/v1/blog/articles', title);
    await made('/v1/blog/articles', { ...title, title: 'Kites at sea' });
    const page = await dashboard.open(shared, '/delivery');
    await page.keyboard.press('p');
    await page.getByRole('radio', { name: 'Pages that use specific items' }).press('Space');
    const purge = page.getByRole('button', { name: 'Purge', exact: true });
    expect(await purge.isDisabled()).toBe(true);

    await page.keyboard.press('Tab');
    await page.keyboard.type('kites');
    await page.getByRole('button', { name: 'Kites Blog' }).press('Enter');
    await page.getByRole('button', { name: 'Kites at sea Blog' }).press('Enter');
    await page.getByRole('button', { name: 'Remove Kites at sea' }).press('Enter');
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Search items'); // for the next one
    await expectAccessible(page);
    await purge.press('Enter');

    await said(page, /^Purged at \d+ targets?$/);
    const row = page.getByRole('row', { name: /^Article Kites Purge/ });
    await row.press('Enter');
    const panel = dialog(page, 'Manual purge');
    const things = panel.getByRole('listitem');
    await things.getByText('Article Kites', { exact: true }).waitFor();
    expect((await things.allInnerTexts()).join()).not.toContain('at sea');
    await panel.getByRole('button', { name: 'Copy cache tags' }).waitFor();
  });
});
