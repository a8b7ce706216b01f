import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { dayMs, expectDone } from '../support/content.ts';
import type { TestProject } from '../support/service.ts';
import { expectAccessible, startDashboard, type TestDashboard, useAxe } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

let dashboard: TestDashboard;
let project: TestProject;
useAxe();
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

const zone = { timezoneId: 'Asia/Tokyo' };
const state = (page: Page) => page.getByRole('region', { name: 'Status' });
/** A day as dates are typed, so many days from now. */
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions for this/ }).press('Enter');
  await page.getByRole('menuitem', { name }).press('Enter');
}

/** Where a date is set, once the line of that date is gone. */
async function expectFocusOnMenu(page: Page): Promise<void> {
  const focused = page.locator(':focus');
  await expect.poll(() => focused.getAttribute('aria-label')).toMatch(/^More actions for this/);
}

async function endOf(path: string): Promise<unknown> {
  const beside = path.startsWith('/v1/content') ? { values: {} } : { featured_image_id: null };
  return expectDone(await project.secret.patch(`${path}?dry_run=true`, beside)).unpublish_at;
}

describe('the end of what is live', () => {
  it('is set, moved and removed by keyboard, with its zone and the days until then', async () => {
    const id = await addEntry(project, 'kite', { title: 'Perishable' }, true);
    const path = `/v1/content/kite/${id}`;
    const page = await dashboard.open(project, `/entries/kite/${id}`, zone);
    const dialog = page.getByRole('dialog', { name: 'End at a date' });

    await choose(page, 'End at a date…');
    const field = dialog.getByLabel('Date and time');
    await field.fill(`${dayIn(-2)}T09:30`);
    await dialog.getByText('Choose a time in the future.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Set end' }).isDisabled()).toBe(true);
    await field.fill(`${dayIn(400)}T09:30`);
    await dialog.getByText('Choose a time within one year.').waitFor();
    await field.fill(`${dayIn(10)}T09:30`);
    await dialog.getByText(`Asia/Tokyo (GMT+9) · ${dayIn(10)} 00:30 UTC · Readers see it for`).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' }); // it gives the focus back when it has gone

    await state(page)
      .getByText(/^Ends /)
      .waitFor();
    await state(page).getByText('Asia/Tokyo (GMT+9)').waitFor();
    expect(await endOf(path)).toBe(`${dayIn(10)}T00:30:00.000Z`);
    expect((await project.publishable.get(path)).status).toBe(200);
    const change = state(page).getByRole('button', { name: 'Change end…' });
    await expect.poll(() => change.isEnabled()).toBe(true);
    await change.press('Enter');
    await field.fill(`${dayIn(3)}T23:30`);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => endOf(path)).toBe(`${dayIn(3)}T14:30:00.000Z`);

    const list = await dashboard.open(project, '/entries/kite', zone);
    await list.getByText(/^ends in [34] days$/).waitFor();
    const home = await dashboard.open(project, '', zone);
    await home.getByText(/^Ends /).waitFor();
    await home.getByText(/^ends in [34] days$/).waitFor();
    await state(page).getByRole('button', { name: 'Remove end' }).press('Enter');
    await expect.poll(() => endOf(path)).toBeUndefined();
    await expectFocusOnMenu(page);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'End at a date…' }).waitFor();
  });

  it('leaves the keyboard in the panel, as a scheduled change does that is canceled', async () => {
    const id = await addEntry(project, 'kite', { title: 'Old' }, true);
    const body = { values: { title: 'New' }, publish_at: `${dayIn(2)}T00:00:00Z` };
    expectDone(await project.secret.patch(`/v1/content/kite/${id}`, body));
    const page = await dashboard.open(project, `/entries/kite/${id}`, zone);

    await state(page).getByRole('button', { name: 'Cancel scheduled changes' }).press('Enter');

    await expectFocusOnMenu(page);
  });

  it('is chosen with the start, and neither crosses the other', async () => {
    const id = await addEntry(project, 'kite', { title: 'For a week' });
    const path = `/v1/content/kite/${id}`;
    const page = await dashboard.open(project, `/entries/kite/${id}`, zone);
    const dialog = page.getByRole('dialog', { name: 'Schedule' });

    await choose(page, 'Schedule…');
    await dialog.getByLabel('Date and time').fill(`${dayIn(10)}T09:00`);
    await dialog.getByLabel('Ends (optional)').fill(`${dayIn(10)}T09:00`);
    await dialog.getByText('Choose a time after it goes live.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Ends (optional)').fill(`${dayIn(15)}T09:00`);
    await dialog.getByText(/Readers see it for 5 days\.$/).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');

    await state(page)
      .getByText(/^Ends /)
      .waitFor();
    expect(await endOf(path)).toBe(`${dayIn(15)}T00:00:00.000Z`);
    await choose(page, 'Cancel schedule');
    await state(page).getByText('Draft', { exact: true }).waitFor();
    expect(await endOf(path)).toBeUndefined();
  });

  it('of an article comes back with Undo after it was unpublished, and bounds its scheduled changes', async () => {
    const unpublish_at = `${dayIn(5)}T00:00:00.000Z`;
    const body = { title: 'Sale', publish: true, unpublish_at };
    const { id } = expectDone(await project.secret.post('/v1/blog/articles', body));
    const page = await dashboard.open(project, `/blog/${id}`, zone);
    await state(page)
      .getByText(/^Ends /)
      .waitFor();

    await choose(page, 'Unpublish');
    await page.getByText('Unpublished. The draft is kept.').waitFor();
    expect(await endOf('/v1/blog/articles/sale')).toBeUndefined();
    await page.locator('.toast-action').press('Enter');
    await expect.poll(() => endOf('/v1/blog/articles/sale')).toBe(unpublish_at);

    await page.getByLabel('Excerpt').fill('Half price');
    await state(page).getByText('Live, changed').waitFor();
    await choose(page, 'Schedule changes…');
    await page
      .getByRole('dialog')
      .getByLabel('Date and time')
      .fill(`${dayIn(8)}T09:00`);
    await page.getByText(/^Choose a time before it ends/).waitFor();
  });
});
