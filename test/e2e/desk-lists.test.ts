import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addPerson, password } from '../support/dashboard.ts';
import type { TestProject } from '../support/service.ts';
import { startDashboard, type TestDashboard } from './support/dashboard.ts';
import { searchPalette } from './support/palette.ts';

const many = 120;

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  await dashboard.service.app.start();
  project = await dashboard.service.newProject();
  await project.secret.put('/v1/schema/content-types/recipe', {
    name: 'Recipe',
    fields: [{ key: 'title', label: 'Title', type: 'string' }],
  });
  const entries = Array.from({ length: many }, (_, index) => ({
    values: { title: `Recipe ${String(index).padStart(3, '0')}` },
  }));
  for (let at = 0; at < many; at += 20)
    await Promise.all(
      entries.slice(at, at + 20).map((entry) => project.secret.post('/v1/content/recipe/entries', entry)),
    );
}, 180_000);

const list = '/entries/recipe?sort=title';
const row = (page: Page, name: string) => page.getByRole('row', { name });

describe('a row of a list', () => {
  it('is a link: it opens beside, by the keyboard, by a click, and its checkbox has its name', async () => {
    const page = await dashboard.open(project, list);
    const link = page.getByRole('link', { name: 'Recipe 003' });
    expect(await link.getAttribute('href')).toMatch(/^\/dashboard\/p\/prj_\w+\/entries\/recipe\/ent_/);
    await page.getByRole('checkbox', { name: 'Select Recipe 003' }).waitFor();

    for (const open of [
      () => link.click({ modifiers: ['ControlOrMeta'] }),
      () => row(page, 'Recipe 004').click({ button: 'middle', position: { x: 400, y: 10 } }),
    ]) {
      const [beside] = await Promise.all([page.context().waitForEvent('page'), open()]);
      await beside.waitForURL(/\/entries\/recipe\/ent_/);
      await beside.close();
    }
    expect(page.url()).toContain('sort=title');

    await row(page, 'Recipe 005').click();
    await page.getByRole('heading', { level: 1, name: 'Recipe 005' }).waitFor();
  });
});

describe('the way back to a list', () => {
  it('leads to the row, with what was loaded and selected, and on to the next one', async () => {
    const page = await dashboard.open(project, list);
    await page.getByRole('checkbox', { name: 'Select Recipe 001' }).check();
    await expect
      .poll(async () => {
        await page.evaluate("document.querySelector('.table-scroll').scrollTo(0, 1e6)");
        return row(page, 'Recipe 110').count();
      })
      .toBe(1);
    await row(page, 'Recipe 110').click();
    await page.getByRole('heading', { level: 1, name: 'Recipe 110' }).waitFor();

    await page.getByRole('link', { name: 'Next in the list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Recipe 111' }).waitFor();
    await page.getByRole('link', { name: 'Previous in the list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Recipe 110' }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.goBack();

    await row(page, 'Recipe 110').waitFor();
    await page.getByText('1 entry selected').waitFor();
    await expect
      .poll(() => page.evaluate("document.activeElement?.textContent?.includes('Recipe 110')"))
      .toBe(true);
  });
});

describe('the palette', () => {
  it('finds content types, makes what can be made from anywhere, and speaks the words of the screens', async () => {
    const page = await dashboard.open(project, '/releases');
    await searchPalette(
      page,
      'recipe',
      page.getByRole('option', { name: /Recipe \d+ Recipe · Draft/ }).first(),
    );
    await page.getByRole('option', { name: 'Recipe', exact: true }).waitFor();
    await page.getByRole('option', { name: 'New entry: Recipe' }).click();
    await page.getByRole('heading', { level: 1, name: 'Untitled Recipe' }).waitFor();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('new blog');
    await page.getByRole('option', { name: 'New blog article' }).click();
    await page.getByRole('dialog', { name: 'New article' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sign out');
    await page.getByRole('option', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });
});

describe('a sign-in on the way to a screen', () => {
  it('keeps the address, which can be reloaded', async () => {
    const { app } = dashboard.service;
    const email = `way-${project.id}@example.test`;
    await addPerson(app, project.id, { email, role: 'editor' });
    const page = await dashboard.newPage();
    const address = `/dashboard/p/${project.id}/entries/recipe?sort=title`;
    await page.goto(address);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Recipe' }).waitFor();

    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(address);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Recipe' }).waitFor();
  });
});

describe('an entry without a title', () => {
  it('can be opened from Home', async () => {
    const other = await dashboard.service.newProject();
    await other.secret.put('/v1/schema/content-types/note', {
      name: 'Note',
      fields: [{ key: 'title', type: 'string' }],
    });
    await other.secret.post('/v1/content/note/entries', { values: {} });
    const page = await dashboard.open(other, '');
    await page.getByRole('link', { name: 'Untitled' }).click();
    await page.getByRole('heading', { level: 1, name: 'Untitled Note' }).waitFor();
  });
});
