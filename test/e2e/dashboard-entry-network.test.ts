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

const saved = (page: Page) => page.getByText(/^Saved/).waitFor();
const title = (page: Page) => page.getByLabel(/^Title/);
const away = { expectedErrors: [/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/] };
const conflict = { expectedErrors: [/409/] };

/** What the draft holds, as an editor's page would read it. */
async function draftOf(page: Page, id: string): Promise<Record<string, unknown>> {
  const path = `/dashboard/api/projects/${project.id}/content/kite/entries/${id}`;
  const answer = await page.request.get(path);
  return ((await answer.json()) as { draft: Record<string, unknown> }).draft;
}

describe('without a network the editor', () => {
  it('keeps every letter of a minute’s typing, says so, and saves it when the network is back', async () => {
    const id = await addEntry(project, 'kite', { title: 'Before' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, away);
    await title(page).waitFor();

    await page.context().setOffline(true);
    await title(page).fill('Typed offline');
    await page.getByRole('textbox', { name: 'Story' }).click();
    await page.keyboard.type('First line.\nSecond line.');
    await page.getByText('You’re offline', { exact: false }).waitFor();
    await page.clock.install();
    let typed = 'Second line.';
    for (let second = 0; second < 60; second += 5) {
      await page.keyboard.type(` ${second} seconds.`);
      typed += ` ${second} seconds.`;
      await page.clock.runFor(5_000); // attempts fail meanwhile
    }
    await page.clock.resume();
    await page.context().setOffline(false);
    await saved(page);

    const draft = await draftOf(page, id);
    expect(draft['title']).toBe('Typed offline');
    expect(JSON.stringify(draft['body'])).toContain('"First line."');
    expect(JSON.stringify(draft['body'])).toContain(`"${typed}"`);
  });

  it('asks before the entry is left, and has what was typed when it is opened again', async () => {
    const id = await addEntry(project, 'kite', { title: 'To be left' });
    const page = await dashboard.open(project, '/entries/kite', away);
    await page.getByRole('row', { name: 'To be left' }).click();
    await title(page).waitFor();
    await page.context().setOffline(true);
    await title(page).fill('Typed offline');
    const dialog = page.getByRole('dialog', { name: 'Leave before everything is saved?' });

    await page.getByRole('link', { name: 'Kite', exact: true }).press('Enter');
    await dialog.getByRole('button', { name: 'Stay here' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await title(page).inputValue()).toBe('Typed offline');
    await page.getByRole('link', { name: 'Kite', exact: true }).press('Enter');
    await dialog.getByRole('button', { name: 'Leave' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.context().setOffline(false);
    await page.goto(`/dashboard/p/${project.id}/entries/kite/${id}`);

    await expect.poll(() => title(page).inputValue()).toBe('Typed offline');
    await expect.poll(async () => (await draftOf(page, id))['title']).toBe('Typed offline');
  });

  it('has what was typed when the tab was closed before the network came back', async () => {
    const id = await addEntry(project, 'kite', { title: 'Before' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, away);
    await title(page).waitFor();
    await page.context().setOffline(true);
    await title(page).fill('Kept in the browser');
    await page.getByText('You’re offline', { exact: false }).waitFor();
    await page.close({ runBeforeUnload: false });

    const context = page.context();
    await context.setOffline(false);
    const later = await context.newPage();
    await later.goto(`/dashboard/p/${project.id}/entries/kite/${id}`);

    await later.getByText('Restored your unsaved changes', { exact: false }).waitFor();
    expect(await title(later).inputValue()).toBe('Kept in the browser');
    await saved(later);
    await expect.poll(async () => (await draftOf(later, id))['title']).toBe('Kept in the browser');
  });
});

describe('two pages with one entry', () => {
  it('keep what each typed in fields of its own', async () => {
    const id = await addEntry(project, 'kite', { title: 'Shared', span: 1 });
    const one = await dashboard.open(project, `/entries/kite/${id}`, conflict);
    const other = await one.context().newPage();
    await other.goto(`/dashboard/p/${project.id}/entries/kite/${id}`);
    await title(other).waitFor();

    await Promise.all([title(one).fill('Mine'), other.getByLabel('Wing span').fill('7')]);

    await expect.poll(async () => draftOf(one, id)).toMatchObject({ title: 'Mine', span: 7 });
    await saved(one);
    await saved(other);
    await expect.poll(() => title(other).inputValue()).toBe('Mine');
    expect(await one.getByLabel('Wing span').inputValue()).toBe('7');
  });

  it('ask whose value stays where both changed one field, and save nothing before', async () => {
    const id = await addEntry(project, 'kite', { title: 'Shared', summary: 'Old' });
    const page = await dashboard.open(project, `/entries/kite/${id}`, conflict);
    await title(page).waitFor();
    await project.secret.patch(`/v1/content/kite/${id}`, { values: { title: 'Theirs', span: 3 } });

    await title(page).fill('Mine');
    const dialog = page.getByRole('dialog', { name: /changed the same/ });
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain('Theirs');
    expect((await draftOf(page, id))['title']).toBe('Theirs');
    await dialog.getByRole('button', { name: 'Keep mine' }).press('Enter');

    await saved(page);
    expect(await draftOf(page, id)).toMatchObject({ title: 'Mine', span: 3, summary: 'Old' });
    expect(await page.getByLabel('Wing span').inputValue()).toBe('3');
  });
});
