import { beforeAll, describe, expect, it } from 'vitest';
import { createEntry, defineType } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineType(project, 'chef', [{ key: 'title', label: 'Name', type: 'string' }]);
  await defineType(project, 'recipe', [
    { key: 'title', label: 'Title', type: 'string' },
    { key: 'on', label: 'Cooked', type: 'date' },
    { key: 'chef', label: 'Chef', type: 'reference', options: { content_type: 'chef' } },
  ]);
  const chef = await createEntry(project, 'chef', { title: 'Ada' });
  await createEntry(project, 'recipe', { title: 'Soup', on: '2026-01-05', chef: chef.id });
  await createEntry(project, 'recipe', { title: 'Salad', on: '2026-03-05' });
  await createEntry(project, 'recipe', { title: 'Drink' });
});

describe('the filters of a list', () => {
  it('are set in the page: dates in words of time, references by name, emptiness as its own choice', async () => {
    const page = await dashboard.open(project, '/entries/recipe');
    const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
    const filter = () => page.getByRole('button', { name: 'Filter', exact: true }).click();
    await row('Drink').waitFor();

    await filter();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Cooked' });
    await page.getByLabel('Comparison').selectOption({ label: 'is before' });
    await page.getByLabel('Value').fill('2026-02-01');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await row('Salad').waitFor({ state: 'detached' });
    expect(await row('Soup').count()).toBe(1);

    await page.getByRole('button', { name: 'Change the filter: Cooked is before 2026-02-01' }).click();
    await page.getByLabel('Comparison').selectOption({ label: 'is not empty' });
    await page.getByRole('button', { name: 'Apply' }).click();
    await row('Salad').waitFor();
    expect(await row('Drink').count()).toBe(0);
    await page.getByRole('button', { name: 'Remove the filter: Cooked is not empty' }).click();
    await row('Drink').waitFor();

    await filter();
    await page.getByLabel('Field', { exact: true }).selectOption({ label: 'Chef' });
    await page.getByRole('button', { name: 'Choose…' }).click();
    await page.getByRole('dialog', { name: 'Chef: choose' }).getByText('Ada').click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByRole('button', { name: 'Change the filter: Chef is Ada' }).waitFor();
    await row('Drink').waitFor({ state: 'detached' });
    expect(await row('Soup').count()).toBe(1);
  });
});

describe('a saved view', () => {
  it('keeps filters, order and columns, is shared, renamed and removed', async () => {
    const page = await dashboard.open(project, '/entries/recipe?status=draft&sort=title');
    const menu = async (item: string) => {
      await page.getByRole('button', { name: /^(Views|All drafts|My drafts)$/ }).press('Enter');
      await page.getByRole('menuitem', { name: item }).click();
    };
    await page.getByRole('row', { name: /Soup/ }).waitFor();
    await menu('Save this view…');
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill('My drafts');
    await dialog.getByLabel('Share with all members').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'My drafts', exact: true }).waitFor();

    const other = await dashboard.open(project, '/entries/recipe', { role: 'editor' });
    await other.getByRole('button', { name: 'Views', exact: true }).click();
    await other.getByRole('menuitem', { name: 'My drafts' }).click();
    await other.getByRole('button', { name: 'My drafts', exact: true }).waitFor();
    expect(other.url()).toContain('status=draft');
    expect(other.url()).toContain('sort=title');

    await menu('Rename “My drafts”…');
    await page.getByRole('dialog').getByLabel('Name').fill('All drafts');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'All drafts', exact: true }).waitFor();
    await menu('Remove “All drafts”…');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove view' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).waitFor();
  });
});
