import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEntry, defineType, publishEntry } from '../support/content.ts';
import { multiplyEntry } from '../support/many-entries.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

const many = 120;
/** The default of MAX_BULK_ITEMS, and the cap of the count of a list. */
const itemsMax = 10_000;

vi.setConfig({ testTimeout: 120_000 }); // a hundred writes, on a busy machine

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard({ BULK_CONCURRENCY: '2' });
  await dashboard.service.app.start();
  project = await dashboard.service.newProject();
  await defineType(project, 'recipe', [{ key: 'title', label: 'Title', type: 'string' }]);
  const first = await publishEntry(project, 'recipe', { title: 'Soup' });
  await multiplyEntry(dashboard.service.app, first, many - 1);
}, 120_000);

const live = async () =>
  (await project.secret.get('/v1/content/recipe?count=true&limit=1')).body.meta.total as number;

describe('a bulk change of all that a list would show', () => {
  it('asks, shows how far it is, goes on when the tab closes, and reports what stayed', async () => {
    const target = await createEntry(project, 'recipe', { title: 'Draft' });
    const page = await dashboard.open(project, '/entries/recipe?status=published');
    await page.getByText(`100 of ${many} entries`, { exact: false }).first().waitFor();
    await page.getByLabel('Select all rows').check();
    await page.getByRole('button', { name: `Select all ${many} entries` }).click();
    await page.getByText(`All ${many} entries selected`).waitFor();
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Unpublish ${many} entries?` });
    await dialog.getByRole('button', { name: `Unpublish ${many} entries` }).click();

    await page.getByRole('progressbar', { name: 'Unpublishing entries' }).waitFor();
    await expectAccessible(page);
    await page.close();
    await expect.poll(live, { timeout: 100_000 }).toBe(0);

    const later = await dashboard.open(project, '/entries/recipe');
    await later.getByText(`${many} entries unpublished.`).waitFor();
    await later.getByRole('button', { name: 'Dismiss' }).click();
    await later.getByText(`${many} entries unpublished.`).waitFor({ state: 'detached' });
    expect((await project.secret.get(`/v1/content/recipe/${target.id}`)).status).toBe(404);
  });

  it('is stopped, and leads to what was refused', async () => {
    const path = `/dashboard/api/projects/${project.id}`;
    await createEntry(project, 'recipe', {}); // before a title is needed
    await defineType(project, 'recipe', [{ key: 'title', label: 'Title', type: 'string', required: true }]);
    const page = await dashboard.open(project, '/entries/recipe');
    await page.getByRole('row', { name: /Untitled/ }).waitFor();
    await page.getByLabel('Select all rows').check();
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Publish/ })
      .click();
    await expect
      .poll(async () => {
        const { data } = (await (await page.request.get(`${path}/bulk-jobs`)).json()) as {
          data: { failed: number; position: number }[];
        };
        return data[0]?.position ?? 0;
      })
      .toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Stop' }).click();

    await page.getByText(/Stopped after \d+ of 122/).waitFor();
    expect(await live()).toBeLessThan(many);
    await page.getByRole('button', { name: 'Show why' }).click();
    const report = page.getByRole('dialog', { name: '1 entry not changed' });
    expect(await report.getByRole('listitem').innerText()).toContain('Title is required.');
    await expectAccessible(page);
    await report.getByRole('link', { name: 'Untitled' }).click();
    await page.getByRole('heading', { level: 1, name: 'Untitled Recipe' }).waitFor();
  });
});

describe('a list with as many entries as one bulk change takes', () => {
  it('offers to select all of them, and none beyond, with true numbers', async () => {
    const large = await dashboard.service.newProject();
    await defineType(large, 'recipe', [{ key: 'title', label: 'Title', type: 'string' }]);
    const first = await publishEntry(large, 'recipe', { title: 'Soup' });
    await multiplyEntry(dashboard.service.app, first, itemsMax - 1);
    const page = await dashboard.open(large, '/entries/recipe');
    await page.getByText('100 of 10,000 entries', { exact: false }).first().waitFor();
    await page.getByLabel('Select all rows').check();
    await page.getByRole('button', { name: 'Select all 10,000 entries' }).click();
    await page.getByText('All 10,000 entries selected').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();

    await createEntry(large, 'recipe', { title: 'One more' });
    await page.reload();
    await page.getByText('100 of 10,000+ entries', { exact: false }).first().waitFor();
    await page.getByLabel('Select all rows').check();
    const bar = page.getByRole('toolbar', { name: 'Selected entries' });
    await bar.getByText('Select at most 10,000 entries at a time.').waitFor();
    await bar.getByText('100 entries selected').waitFor();
    expect(await bar.getByRole('button', { name: /Select all/ }).count()).toBe(0);
    await expectAccessible(page);
  });
});
