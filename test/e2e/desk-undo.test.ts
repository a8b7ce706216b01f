import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../support/service.ts';
import { startDashboard, type TestDashboard } from './support/dashboard.ts';
import { addEntry, defineEverything } from './support/entries.ts';

let dashboard: TestDashboard;
let project: TestProject;
beforeAll(async () => {
  dashboard = await startDashboard();
  project = await dashboard.service.newProject();
  await defineEverything(project);
});

const title = (page: Page) => page.getByLabel(/^Title/);
const summary = (page: Page) => page.getByLabel(/^Summary/);
const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const undo = (page: Page) => messages(page).getByRole('button', { name: 'Undo' }).press('Enter');
const stored = async (
  page: Page,
  id: string,
): Promise<{ status: string; draft: Record<string, unknown> }> => {
  const path = `/dashboard/api/projects/${project.id}/content/kite/entries/${id}`;
  return (await page.request.get(path)).json() as Promise<{ status: string; draft: Record<string, unknown> }>;
};

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions for this/ }).press('Enter');
  await page.getByRole('menuitem', { name }).press('Enter');
}

/** An editor of a live entry with a draft of its own, and what the draft says. */
async function openChanged(): Promise<{ page: Page; id: string }> {
  const id = await addEntry(project, 'kite', { title: 'Live', summary: 'Seen by readers' }, true);
  const page = await dashboard.open(project, `/entries/kite/${id}`, { expectedErrors: [/409/] });
  await summary(page).fill('Written since');
  await expect.poll(async () => (await stored(page, id)).draft['summary']).toBe('Written since');
  await saved(page);
  return { page, id };
}

describe('undo', () => {
  it('brings discarded changes back after the entry was left, opened again and edited', async () => {
    const { page, id } = await openChanged();
    await choose(page, 'Discard changes');
    await messages(page).getByText('Changes discarded', { exact: false }).waitFor();
    await saved(page);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Recently edited').waitFor();
    await page.goBack();
    await title(page).fill('Edited anew');
    await expect.poll(async () => (await stored(page, id)).draft['title']).toBe('Edited anew');

    await undo(page);

    await expect.poll(() => summary(page).inputValue()).toBe('Written since');
    expect((await stored(page, id)).draft).toMatchObject({ title: 'Edited anew', summary: 'Written since' });
  });

  it('leaves alone what was written since the changes were discarded', async () => {
    const { page, id } = await openChanged();
    await choose(page, 'Discard changes');
    await summary(page).fill('Better words');
    await undo(page);

    await messages(page).getByText('edited since', { exact: false }).waitFor();
    await saved(page);
    expect(await summary(page).inputValue()).toBe('Better words');
    expect((await stored(page, id)).draft['summary']).toBe('Better words');
  });

  it('brings back the last words too that were typed before the changes were discarded', async () => {
    const { page } = await openChanged();
    await summary(page).fill('Written since, to the last word');
    await choose(page, 'Discard changes');
    await expect.poll(() => summary(page).inputValue()).toBe('Seen by readers');
    await undo(page);

    await expect.poll(() => summary(page).inputValue()).toBe('Written since, to the last word');
  });

  it('takes a restored version back', async () => {
    const { page, id } = await openChanged();
    await page.getByRole('button', { name: 'History' }).press('Enter');
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByRole('listitem').last().getByRole('button').press('Enter');
    await history.getByRole('button', { name: 'Restore this version' }).press('Enter');
    await expect.poll(() => summary(page).inputValue()).toBe('Seen by readers');
    await undo(page);

    await expect.poll(() => summary(page).inputValue()).toBe('Written since');
    await expect.poll(async () => (await stored(page, id)).draft['summary']).toBe('Written since');
  });

  it('publishes again what was unpublished, from another screen, and says so', async () => {
    const id = await addEntry(project, 'kite', { title: 'Live' }, true);
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await choose(page, 'Unpublish');
    await messages(page).getByText('Unpublished', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText('Recently edited').waitFor();
    await undo(page);

    await messages(page).getByText('Undone', { exact: true }).waitFor();
    expect((await stored(page, id)).status).toBe('published');
    expect(await messages(page).getByRole('alert').count()).toBe(0);
  });

  it('of a deletion brings back what was typed a moment before it', async () => {
    const id = await addEntry(project, 'kite', { title: 'Deleted in haste' });
    const page = await dashboard.open(project, `/entries/kite/${id}`);
    await summary(page).fill('Typed and at once deleted');
    await choose(page, 'Delete…');
    await page.getByRole('button', { name: 'Delete entry' }).press('Enter');
    await messages(page).getByText('Moved to the trash').waitFor();
    await undo(page);

    await messages(page).getByText('Restored', { exact: true }).waitFor();
    expect((await stored(page, id)).draft['summary']).toBe('Typed and at once deleted');
  });
});
