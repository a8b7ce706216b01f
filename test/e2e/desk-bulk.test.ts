import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createEntry, defineType, publishEntry } from '../support/content.ts';
import { multiplyEntry } from '../support/many-entries.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

const many = 120;
/** More than the cap of the count of a list. */
const beyondCount = 10_103;

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
    await dialog.getByText('All of them are live. Readers no longer get them.').waitFor();
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

describe('a list with more entries than its count shows', () => {
  it('is changed whole, with true numbers, progress and Stop on every screen, and rows that stay', async () => {
    const large = await dashboard.service.newProject();
    await defineType(large, 'recipe', [{ key: 'title', label: 'Title', type: 'string' }]);
    const first = await publishEntry(large, 'recipe', { title: 'Soup' });
    await multiplyEntry(dashboard.service.app, first, beyondCount - 3);
    await createEntry(large, 'recipe', { title: 'Draft' });
    await createEntry(large, 'recipe', { title: 'Other draft' });
    const page = await dashboard.open(large, '/entries/recipe', { viewport: { width: 1440, height: 900 } });
    await page.getByText('100 of 10,000+ entries', { exact: false }).first().waitFor();
    await page.getByLabel('Select all rows').check();
    await page.getByRole('button', { name: 'Select all entries' }).click();
    await page.getByText('All 10,103 entries selected').waitFor();
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Unpublish 10,103 entries?' });
    await dialog.getByText('10,101 of them are live. Readers no longer get them.').waitFor();
    await expectAccessible(page);
    const rows = await rowPlaces(page);
    await dialog.getByRole('button', { name: 'Unpublish 10,103 entries' }).click();

    const line = page.getByRole('region', { name: 'Unpublishing entries' });
    await line.getByText(/^Unpublishing [1-9]\d* of 10,103 entries$/).waitFor();
    await expectInView(page, line);
    expect(await rowPlaces(page)).toEqual(rows);
    await expectAccessible(page);
    for (const screen of ['/media', '/settings']) {
      await page.goto(`/dashboard/p/${large.id}${screen}`);
      await expectInView(page, line);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectInView(page, line);
    await expectAccessible(page);
    await line.getByRole('button', { name: 'Stop' }).click();
    await page.getByText(/Stopped after [\d,]+ of 10,103/).waitFor();
    await expectInView(page, page.getByRole('button', { name: 'Dismiss' }));
  });

  it('names the most that one bulk change takes', async () => {
    const page = await dashboard.open(project, '/entries/recipe');
    const path = `/dashboard/api/projects/${project.id}/bulk-jobs`;
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), items_max: 50 } });
    });
    await page.reload();
    await page.getByLabel('Select all rows').check();
    const bar = page.getByRole('toolbar', { name: 'Selected entries' });
    await bar.getByText('Select at most 50 entries at a time.').waitFor();
    expect(await bar.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  });
});

describe('a bulk change of one page of entries', () => {
  it('shows how far it is, keeps its rows in place, and is stopped', async () => {
    const small = await dashboard.service.newProject();
    await defineType(small, 'recipe', [{ key: 'title', label: 'Title', type: 'string' }]);
    const first = await publishEntry(small, 'recipe', { title: 'Soup' });
    await multiplyEntry(dashboard.service.app, first, 59);
    const page = await dashboard.open(small, '/entries/recipe');
    await page.route('**/recipe/bulk', async (route) => {
      await answered; // the second request waits until the person has seen the progress
      await route.continue();
    });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.getByLabel('Select all rows').check();
    await page.getByRole('button', { name: 'Unpublish', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Unpublish 60 entries?' });
    const rows = await rowPlaces(page);
    await dialog.getByRole('button', { name: 'Unpublish 60 entries' }).click();
    const line = page.getByRole('region', { name: 'Unpublishing entries' });
    await line.getByText('Unpublishing 0 of 60 entries').waitFor();
    expect(await rowPlaces(page)).toEqual(rows);
    await expectAccessible(page);
    await line.getByRole('button', { name: 'Stop' }).click();
    answer();

    await page.getByText('10 unpublished').waitFor();
    await line.waitFor({ state: 'detached' });
    await page.getByText('50 entries selected').waitFor();
    const live = await small.secret.get('/v1/content/recipe?count=true&limit=1');
    expect(live.body.meta.total).toBe(50);
  });

  it('deletes entries that link to each other, in whatever order they are listed', async () => {
    const linked = await dashboard.service.newProject();
    await defineType(linked, 'recipe', [
      { key: 'title', label: 'Title', type: 'string' },
      { key: 'next', label: 'Next', type: 'reference', options: { content_type: 'recipe' } },
    ]);
    let next: string | null = null; // the last created entry is listed first, and all others are linked to
    for (let i = 0; i < 12; i += 1) next = await publishEntry(linked, 'recipe', { title: `Dish ${i}`, next });
    const page = await dashboard.open(linked, '/entries/recipe?sort=created_at');
    await page.getByLabel('Select all rows').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete 12 entries?' });
    await dialog.getByText('All of them are live. Readers no longer get them.', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Delete 12 entries' }).click();
    await page.getByText('12 entries moved to the trash').waitFor();
  });
});

/** The rows that are in view beside a status bar, with their positions. */
async function rowPlaces(page: Page): Promise<string[]> {
  const rows = await page.evaluate<{ id: string; top: number }[]>(
    '[...document.querySelectorAll("[data-id]")].map((row) => ({ id: row.dataset.id, top: row.getBoundingClientRect().top }))',
  );
  return rows.filter(({ top }) => top < 600).map(({ id, top }) => `${id} ${top}`);
}

/** Whole inside the window, and not covered. */
async function expectInView(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const box = await target.boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(box).not.toBeNull();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(height);
}
