import { beforeAll, describe, expect, it } from 'vitest';
import { defineType, expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';

let dashboard: TestDashboard;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
});

const zone = { timezoneId: 'Asia/Tokyo' };
/** Nine in the morning in Tokyo, so many days from now. */
const nineIn = (days: number) => {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return { typed: `${day}T09:00`, stored: `${day}T00:00:00.000Z` };
};

/** A project with a page, and a release in which its title is another. */
async function newSpring() {
  const project = await dashboard.service.newProject();
  const { secret } = project;
  const fields = [{ key: 'title', type: 'string', label: 'Headline' }];
  await defineType(project, 'page', fields, { name: 'Page', display_field: 'title' });
  const values = { title: 'Winter' };
  const { id } = expectDone(await secret.post('/v1/content/page/entries', { values, publish: true }));
  const release = expectDone(await secret.post('/v1/releases', { name: 'Spring' }));
  expectDone(
    await secret.patch(`/v1/content/page/${id}?release=${release.id}`, { values: { title: 'Tulips' } }),
  );
  const read = async () => (await secret.get(`/v1/releases/${release.id}`)).body;
  return { project, id: String(id), release: String(release.id), read };
}

async function schedule({ secret }: TestProject, release: string, promote_at: string) {
  expectDone(await secret.patch(`/v1/releases/${release}`, { promote_at }));
}

describe('a release', () => {
  it('is promoted at a date that is set, changed and removed by keyboard alone', async () => {
    const { project, release, read } = await newSpring();
    const page = await dashboard.open(project, `/releases/${release}`, zone);
    const [first, second] = [nineIn(2), nineIn(3)];

    await page.getByRole('button', { name: 'Promote at…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Promote Spring at a date' });
    await dialog.getByLabel('Date and time').fill(first.typed);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText('Goes live on', { exact: false }).first().waitFor();
    expect(await read()).toMatchObject({ default: false, promote_at: first.stored });
    await page.getByText(/Set by /).waitFor();
    expect(await page.getByRole('button', { name: 'Promote at…' }).count()).toBe(0);
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Change date…' }).press('Enter');
    await expect.poll(() => dialog.getByLabel('Date and time').inputValue()).toBe(first.typed);
    await dialog.getByLabel('Date and time').fill(second.typed);
    await dialog.getByLabel('Promote it even if the live release changes by then').press('Space');
    await dialog.getByRole('button', { name: 'Set date' }).press('Enter');
    await expect.poll(async () => (await read()).promote_at).toBe(second.stored);

    await page.getByRole('button', { name: 'Remove date' }).press('Enter');
    await page.getByText('Spring has no promotion date').waitFor();
    await page.getByRole('button', { name: 'Promote at…' }).waitFor();
    expect(await read()).not.toHaveProperty('promote_at');
  });

  it('accepts only dates within the next year', async () => {
    const { project, release } = await newSpring();
    const page = await dashboard.open(project, `/releases/${release}`, zone);
    await page.getByRole('button', { name: 'Promote at…' }).click();
    const dialog = page.getByRole('dialog');

    await dialog.getByLabel('Date and time').fill(nineIn(-2).typed);
    await dialog.getByText('Choose a time in the future.').waitFor();
    await dialog.getByLabel('Date and time').fill(nineIn(400).typed);
    await dialog.getByText('Choose a time within the next year.').waitFor();

    expect(await dialog.getByRole('button', { name: 'Set date' }).isDisabled()).toBe(true);
  });

  it('shows members who may not promote its date, without actions', async () => {
    const { project, release } = await newSpring();
    await schedule(project, release, nineIn(2).stored);
    const page = await dashboard.open(project, `/releases/${release}`, { ...zone, role: 'editor' });

    await page.getByText(/Goes live on/).waitFor();
    await page.getByRole('link', { name: 'Tulips' }).waitFor();

    for (const name of ['Promote', 'Promote at…', 'Change date…', 'Remove date'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  });

  it('shows why its promotion failed', async () => {
    const { project, id, release, read } = await newSpring();
    await dashboard.service.app.start();
    expectDone(await project.secret.patch(`/v1/content/page/${id}`, { values: { title: 'Snow' } }));
    const promote_at = new Date(Date.now() + 3_000).toISOString();
    expectDone(await project.secret.patch(`/v1/releases/${release}`, { promote_at, if_diverged: 'refuse' }));
    await expect.poll(async () => (await read()).promotion_failed, { timeout: 20_000 }).toBeDefined();

    const page = await dashboard.open(project, '/releases', zone);
    await page.getByText('Promotion failed').waitFor();
    await page.getByRole('row', { name: /Spring/ }).click();
    await page.getByText('The live release had changed by then.', { exact: false }).waitFor();
    await expectAccessible(page);
  });

  it('lists its changes with the person, the time and the fields, page by page', async () => {
    const { project, release } = await newSpring();
    for (let n = 1; n <= 24; n += 1)
      expectDone(
        await project.secret.post(`/v1/content/page/entries?release=${release}`, {
          values: { title: `Part ${n}` },
        }),
      );
    const page = await dashboard.open(project, `/releases/${release}`, zone);
    const rows = page.locator('.diff-list > li');

    await expect.poll(() => rows.count()).toBe(20);
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect.poll(() => rows.count()).toBe(25);

    const row = rows.filter({ hasText: 'Tulips' });
    await row.getByText('Page · Headline').waitFor();
    await row.locator('.change-who time').waitFor();
    expect((await row.locator('.change-who span').innerText()).trim()).not.toBe('');
    expect(await rows.last().innerText()).toContain('Tulips');
    const tick = page.getByRole('checkbox', { name: 'Looked at Tulips' });
    await tick.press('Space');
    await page.reload();
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    expect(await tick.isChecked()).toBe(true);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
    await expectAccessible(page);
  });
});
