import { mkdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { storeVariables } from '../support/media.ts';
import { cleanup } from '../support/cleanup.ts';
import { defineType, publishEntry } from '../support/content.ts';
import { openTestStore } from '../support/test-store.ts';
import type { TestProject } from '../support/service.ts';
import {
  expectAccessible,
  expectAccessibleInBothThemes,
  startDashboard,
  type TestDashboard,
  useAxe,
} from './support/dashboard.ts';

vi.setConfig({ testTimeout: 120_000 });

let dashboard: TestDashboard;
const shots = process.env['SHOTS'];
useAxe();
beforeAll(async () => {
  const store = await openTestStore();
  cleanup(() => store.stop());
  dashboard = await startDashboard({ ...storeVariables(store.settings), PROJECT_CREATION: 'owners' });
  await dashboard.service.app.start();
  if (shots !== undefined) await mkdir(shots, { recursive: true });
}, 120_000);

async function filled(): Promise<TestProject> {
  const project = await dashboard.service.newProject();
  await defineType(project, 'product', { title: 'string' });
  for (const title of ['Boat', 'Rope']) await publishEntry(project, 'product', { title });
  return project;
}

describe('a copy of a project', () => {
  it('is started in the settings by keyboard, and links to the copy after a reload', async () => {
    const project = await filled();
    const page = await dashboard.open(project, '/settings');
    const button = page.getByRole('button', { name: 'Copy project' });
    await button.scrollIntoViewIfNeeded();
    await expectAccessibleInBothThemes(page);
    await button.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Copy project' });
    await dialog.getByText('Copies content and files, but no keys, members or webhooks.').waitFor();
    expect(await page.getByLabel('Name of the copy').inputValue()).toBe('Copy of Test');
    await expectAccessibleInBothThemes(page);
    if (shots !== undefined) await page.screenshot({ path: `${shots}/copy-dialog.png` });
    await page.getByLabel('Name of the copy').fill('Shop for Spain');
    await page.keyboard.press('Enter');
    await page.waitForURL(/copy=cpy_/);

    await page.reload();

    const link = page.getByRole('link', { name: 'Open Shop for Spain' });
    await link.waitFor();
    await link.scrollIntoViewIfNeeded();
    await expectAccessibleInBothThemes(page);
    if (shots !== undefined) await page.screenshot({ path: `${shots}/copy.png` });
    await link.press('Enter');
    await page.getByRole('heading', { name: 'Shop for Spain', exact: true }).waitFor();
    await page.goto(`${new URL(page.url()).pathname}/entries/product`);
    await page.getByText('Rope').waitFor();
    expect(page.url()).not.toContain(project.id);
  });

  it('is not offered to people who may not create projects', async () => {
    const project = await filled();
    const page = await dashboard.open(project, '/settings', { role: 'editor' });
    await page.getByText('Only owners can change settings').waitFor();
    expect(await page.getByRole('button', { name: 'Copy project' }).count()).toBe(0);
  });
});

describe('a template', () => {
  it('is offered in the settings, and starts a new project', async () => {
    const template = await filled();
    const own = await dashboard.service.newProject();
    const settings = await dashboard.open(template, '/settings');
    await settings.getByLabel('Name', { exact: true }).fill('Starter');
    await settings.getByRole('button', { name: 'Save settings' }).click();
    await settings.getByText('Settings saved').first().waitFor();
    await settings.getByLabel('Offer as template').check();
    await expect.poll(() => settings.getByText('Settings saved').count()).toBeGreaterThan(0);
    await expect.poll(() => settings.getByLabel('Offer as template').isEnabled()).toBe(true);

    const page = await dashboard.open(own, '/keys');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New project…' }).click();
    await page.getByRole('dialog', { name: 'New project' }).waitFor();
    await page.getByLabel('Name').fill('From the starter');
    await page.getByLabel('Start with').selectOption('Starter');
    await page.getByText('Copies the content and files of the template.').waitFor();
    expect(await page.getByLabel('Private files').count()).toBe(0);
    await expectAccessible(page);
    if (shots !== undefined) await page.screenshot({ path: `${shots}/template.png` });
    await page.getByRole('button', { name: 'Create project' }).press('Enter');

    await page.getByRole('heading', { name: 'From the starter', exact: true }).waitFor();
    await page.goto(`${new URL(page.url()).pathname}/entries/product`);
    await page.getByText('Boat').waitFor();
    await settings.getByLabel('Offer as template').uncheck();
    await expect.poll(() => settings.getByLabel('Offer as template').isEnabled()).toBe(true);
  });
});

describe('the demo content', () => {
  it('is a choice for a new project, and is added while its keys are shown', async () => {
    const own = await dashboard.service.newProject();
    const page = await dashboard.open(own, '/keys');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New project…' }).click();
    await page.getByRole('dialog', { name: 'New project' }).waitFor();
    await page.getByLabel('Name').fill('Kites');
    await page.getByLabel('Start with').selectOption('Demo content');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create project' }).press('Enter');

    await page.getByText('Demo content is being added.').waitFor();
    await expectAccessible(page);
    if (shots !== undefined) await page.screenshot({ path: `${shots}/demo.png` });
    await page.getByText('The demo content is complete.').waitFor({ timeout: 90_000 });
    await page.getByRole('button', { name: 'Open project' }).press('Enter');
    await page.getByRole('heading', { name: 'Kites', exact: true }).waitFor();
    await page.goto(`${new URL(page.url()).pathname}/entries/product`);
    await page.getByRole('row').nth(1).waitFor();
  });
});
