import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedIn } from '../support/dashboard.ts';
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

const title = (page: Page) => page.getByLabel(/^Title/);
const saved = (page: Page) => page.getByText(/^Saved/).waitFor();
const state = (page: Page) => page.getByRole('region', { name: 'Status' });
const livePath = (id: string) => `/v1/content/kite/${id}`;
const liveTitle = async (id: string) => (await project.publishable.get(livePath(id))).body.values?.title;

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this entry' }).press('Enter');
  await page.getByRole('menuitem', { name }).press('Enter');
}

describe('the state of an entry', () => {
  it('goes from draft to live to live, changed, and back, by keyboard alone', async () => {
    const id = await addEntry(project, 'kite', { title: 'First' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await state(page).getByText('Draft', { exact: true }).waitFor();

    await page.keyboard.press('Control+Shift+P');
    await state(page).getByText('Live', { exact: true }).waitFor();
    await title(page).fill('Second');
    await state(page).getByText('Live, changed').waitFor();
    expect(await liveTitle(id)).toBe('First');
    await choose(page, 'Discard changes');
    await state(page).getByText('Live', { exact: true }).waitFor();
    expect(await title(page).inputValue()).toBe('First');

    await title(page).fill('Third');
    await state(page).getByRole('button', { name: 'Publish changes' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).press('Enter');
    await expect.poll(() => liveTitle(id)).toBe('Third');
    await choose(page, 'Unpublish');
    await page.getByText('Unpublished. The draft is kept.').waitFor();
    expect((await project.publishable.get(livePath(id))).body.error.code).toBe('entry_not_published');
    expect(await title(page).inputValue()).toBe('Third');
  });

  it('is scheduled in the zone of whoever schedules, which is named, and taken off the schedule', async () => {
    const id = await addEntry(project, 'kite', { title: 'Later' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, { timezoneId: 'Asia/Tokyo' });
    const dialog = page.getByRole('dialog', { name: 'Schedule' });

    await choose(page, 'Schedule…');
    const year = new Date().getUTCFullYear();
    await dialog.getByLabel('Date and time').fill(`${year - 1}-06-01T09:30`);
    expect(await dialog.getByRole('button', { name: 'Schedule' }).isDisabled()).toBe(true);
    await dialog.getByText('Choose a time in the future.').waitFor();
    const soon = new Date(Date.now() + 40 * 24 * 3_600_000).toISOString().slice(0, 10);
    await dialog.getByLabel('Date and time').fill(`${soon}T09:30`);
    await dialog.getByText(`Asia/Tokyo (GMT+9) · ${soon} 00:30 UTC`).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');

    await state(page).getByText('Scheduled', { exact: true }).waitFor();
    await state(page).getByText('Asia/Tokyo (GMT+9)').waitFor();
    const answer = await page.request.get(`/dashboard/api/projects/${project.id}/content/kite/entries/${id}`);
    expect(await answer.json()).toMatchObject({ scheduled_for: `${soon}T00:30:00.000Z` });
    await choose(page, 'Cancel schedule');
    await state(page).getByText('Draft', { exact: true }).waitFor();
    expect(await project.secret.get(livePath(id))).toMatchObject({ status: 404 });
  });

  it('keeps the live version while changes of it are scheduled, moved and canceled', async () => {
    const id = await addEntry(project, 'kite', { title: 'Now' }, true);
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Schedule changes' });
    const schedule = async (days: number) => {
      const day = new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
      await dialog.getByLabel('Date and time').fill(`${day}T09:30`);
      await dialog.getByRole('button', { name: 'Schedule', exact: true }).press('Enter');
    };
    await title(page).fill('Then');
    await saved(page);

    await choose(page, 'Schedule changes…');
    await schedule(20);
    await state(page)
      .getByText(/^Changes scheduled for/)
      .waitFor();
    await expectAccessible(page);
    expect(await liveTitle(id)).toBe('Now');
    await title(page).fill('Then, but better');
    await saved(page);
    await page.reload();
    await state(page).getByText('Your later edits aren’t included.').waitFor();
    await state(page).getByRole('button', { name: 'Schedule again…' }).click();
    await schedule(30);
    await state(page).getByText('Your later edits aren’t included.').waitFor({ state: 'detached' });

    await dashboard.open(project, '').then((home) => home.getByText(/^Changes, /).waitFor());
    await state(page).getByRole('button', { name: 'Cancel scheduled changes' }).click();
    await page.getByText('Scheduled changes canceled. The draft is kept.').waitFor();
    expect(await liveTitle(id)).toBe('Now');
    expect(await title(page).inputValue()).toBe('Then, but better');
  });

  it('ends with the entry, after its links were named that hold it', async () => {
    const maker = await addEntry(project, 'maker', { name: 'Cody' }, true);
    const live = await addEntry(project, 'kite', { title: 'Delta', maker }, true);
    const draft = await addEntry(project, 'kite', { title: 'Idea', makers: [maker] });
    const page = await dashboard.open(project, `/entries/maker/${maker}`, { expectedErrors: [/409/] });

    const links = page.getByRole('region', { name: 'Linked from' }).getByRole('listitem');
    await links.first().waitFor();
    expect((await links.allInnerTexts()).toSorted()).toEqual([
      'Delta\nkite · maker',
      'Idea\nkite · makers · draft',
    ]);
    await choose(page, 'Delete…');
    const dialog = page.getByRole('dialog', { name: 'Delete this entry?' });
    await dialog.getByRole('link', { name: 'Delta' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Delete entry' }).press('Enter');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('link', { name: 'Idea' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Idea' }).waitFor();
    expect(await dialog.count()).toBe(0);

    await project.secret.patch(livePath(live), { values: { maker: null } });
    await project.secret.patch(livePath(draft), { values: { makers: [] } });
    await page.goto(`/dashboard/p/${project.id}/entries/maker/${maker}`);
    await page.getByText('No links yet.').waitFor();
    await choose(page, 'Delete…');
    await dialog.getByText('kept in the trash', { exact: false }).waitFor();
    await dialog.getByRole('button', { name: 'Delete entry' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Maker' }).waitFor();
    expect((await project.secret.get(`/v1/content/maker/${maker}`)).body.error.code).toBe('unknown_entry');
  });
});

describe('beside an entry', () => {
  it('stands who else has it open, and what they do there', async () => {
    const id = await addEntry(project, 'kite', { title: 'Shared' });
    const editor = await signedIn(dashboard.service, project.id, 'editor');
    const presence = `/projects/${project.id}/presence/${id}`;
    await editor.send('POST', presence, { state: 'editing' });

    const page = await dashboard.open(project, `/entries/kite/${id}`);

    const head = page.getByRole('status').filter({ hasText: `editor-${project.id} is editing` });
    await head.waitFor();
    const { y = 0 } = (await head.boundingBox()) ?? {};
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
    expect(Math.abs(y - (heading?.y ?? 0))).toBeLessThan(20); // in the line of the title
    const { body } = await editor.send('POST', presence, { state: 'viewing' });
    expect(body.data).toMatchObject([{ name: `owner-${project.id}`, state: 'viewing' }]);
    await page.getByRole('link', { name: 'Kite', exact: true }).click();
    await expect
      .poll(async () => (await editor.send('POST', presence, { state: 'viewing' })).body.data)
      .toEqual([]);
  });

  it('opens its history: who saved which version, what differs, and a way back', async () => {
    const id = await addEntry(project, 'kite', { title: 'Old', summary: 'Stays' }, true);
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await title(page).fill('Newer');
    await page.keyboard.press('Control+Shift+P');
    await page.getByText('Published', { exact: true }).waitFor();
    expect(await liveTitle(id)).toBe('Newer');

    await page.getByRole('button', { name: 'History' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'History' });
    await dialog.getByRole('button', { name: `owner-${project.id} · published` }).waitFor();
    await dialog.getByRole('button', { name: `owner-${project.id} Title` }).waitFor(); // the save before it
    await dialog.getByRole('button', { name: 'test · published' }).press('Enter');
    await dialog.getByRole('insertion').waitFor();
    expect(await dialog.getByRole('deletion').allInnerTexts()).toEqual(['Newer']);
    expect(await dialog.getByRole('insertion').allInnerTexts()).toEqual(['Old']);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore this version' }).press('Enter');
    await page.getByText('Restored to draft. The live version hasn’t changed.').waitFor();

    await state(page).getByText('Live, changed').waitFor();
    expect(await title(page).inputValue()).toBe('Old');
    expect(await liveTitle(id)).toBe('Newer');
  });

  it('opens the site with a token for the draft, once the site’s address is known', async () => {
    const id = await addEntry(project, 'kite', { title: 'Public' }, true);
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    const preview = page.getByRole('button', { name: 'Preview', exact: true });
    await preview.press('Enter');
    await page.getByText('This project has no preview URL yet', { exact: false }).waitFor();
    const owner = await signedIn(dashboard.service, project.id, 'owner');
    const preview_url = `${dashboard.service.url}/healthz?of={type}/{id}&token={token}`;
    await owner.send('PATCH', `/projects/${project.id}/settings`, { preview_url });
    await title(page).fill('Not public yet');
    await saved(page);

    const [site] = await Promise.all([page.context().waitForEvent('page'), preview.press('Enter')]);
    await site.waitForURL(/token=/);
    const asked = new URL(site.url()).searchParams;
    expect(asked.get('of')).toBe(`kite/${id}`);
    const reader = project.as(asked.get('token'));
    expect((await reader.get(`/preview${livePath(id)}`)).body.values.title).toBe('Not public yet');
    expect((await reader.get(livePath(id))).status).toBe(401);
  });

  it('shows in its JSON tab the values of the draft, and to the letter what the API answers', async () => {
    const id = await addEntry(project, 'kite', { title: 'Raw', span: 2 });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    const shown = async (name: string) =>
      JSON.parse(await page.getByRole('region', { name }).locator('pre').innerText()) as unknown;

    await page.getByRole('button', { name: 'JSON' }).press('Enter');
    expect(await shown('Draft values')).toMatchObject({ title: 'Raw', span: 2 });
    await page.getByRole('button', { name: 'Live', exact: true }).press('Enter');
    await page.getByText('Readers get nothing of this yet.', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Control+Shift+P');
    await page.getByRole('region', { name: 'API response' }).getByText('200', { exact: true }).waitFor();

    expect(await shown('API response')).toEqual((await project.secret.get(livePath(id))).body);
    await page.getByText(`GET ${livePath(id)}`, { exact: true }).waitFor();
  });
});
